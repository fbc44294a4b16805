"""Power Tricks: every trick offers a power card, and all players aim at the same number of tricks."""
