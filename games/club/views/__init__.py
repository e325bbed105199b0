"""The pages of the club: thin views over read models."""
