"""The laboratory: making bots and ratings, and measuring them. No part of a running site."""
