"""The words that the Simulate screen's browser side shows, in English; it gets them in the language of the screen."""

from __future__ import annotations

from bjlearn.text import N_

SIM_STRINGS: tuple[str, ...] = (
    N_("A new seed by chance"),
    N_("A cut card is worth some hundredths of a percent: it takes 50 million rounds and more to see it."),
    N_("Bankroll"),
    N_("Fill in, press Run, and see what many rounds come to."),
    N_("Hands dealt each round"),
    N_("It did not work out. Try again; if it happens again, tell your instructor."),
    N_("Preparing. The first run after the installation compiles the simulation, which takes some seconds."),
    N_("Results"),
    N_("Rounds"),
    N_("Rounds of a session"),
    N_("Run"),
    N_("Running …"),
    N_("Seed"),
    N_("Sessions"),
    N_("Shoe"),
    N_("Simulate"),
    N_("Simulated rounds beside the exact figures: how fast the mean gets there, and what chance does on the way."),
    N_("Stake of a hand"),
    N_("Stop"),
    N_("Stopping; what is done is kept."),
    N_("The same seed and entries give the same results."),
    N_("This document has no cut card: simulated as if one came after 75 to 85 % of the shoe."),
    N_("What to look at"),
    N_("Who plays"),
    N_("Working out the exact chances …"),
    N_("{done} of {asked}"),
)
"""Every text that ``static/simulate.js`` looks up, as it stands there."""
