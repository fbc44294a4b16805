"""Tricky Twist: declare how many of twelve challenges you will meet, then play twelve tricks."""
