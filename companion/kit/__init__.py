"""What card games share: pure functions and values, standard library only."""
