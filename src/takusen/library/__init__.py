"""What the people of a server bring in bulk: cards, in neutral records, found by their names in either language."""
