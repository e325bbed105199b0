"""What goes wrong with accounts. The text of each error is a sentence for people."""


class NoVacation(Exception):
    """A vacation that cannot be booked, or no longer be given back."""
