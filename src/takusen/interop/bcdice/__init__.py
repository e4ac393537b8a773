"""BCDice: the dice commands that Japanese tables type, run by its own scripts with our dice."""
