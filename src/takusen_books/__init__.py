"""The rule books that ship with takusen, one folder each."""
