"""What titles share: nothing here knows the rules of one."""
