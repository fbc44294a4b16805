"""High Card: a game of the tests. One suit, five cards, two or three players; the higher card takes the trick."""
