"""takusen (卓宣): a table for tabletop-RPG sessions whose rule books run."""

__version__ = "0.1.0"
