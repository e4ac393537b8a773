"""Odds of an act and forecasts of fights, under stated policies."""
