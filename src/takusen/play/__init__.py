"""Handles that rules are written against, and the interpreters that run them: live, exact, sampled."""
