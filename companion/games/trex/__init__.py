"""Trex: seven contracts for each of four players, six of tricks nobody wants and one that pays to be out first."""
