"""Plans: the rules played on from what one person knows, with nobody else at the table."""
