"""Mail that comes in: answers to letters, and letters that came back."""
