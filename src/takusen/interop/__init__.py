"""Tools that players already use: one module or package for each."""
