"""What the mail room does not do, said to a person."""


class PostError(Exception):
    """str() says what is wrong and what would be right."""
