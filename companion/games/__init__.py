"""One folder per game, and nothing about it anywhere else."""
