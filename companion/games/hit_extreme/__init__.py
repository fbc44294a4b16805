"""HIT! Extreme: draw, stop in time, steal; what still lies in front at the next turn is won."""
