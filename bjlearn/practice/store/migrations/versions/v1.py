"""The first schema: learners, their decisions, what is due, their tables, answers to exercises, assignments.

A version that was published is never edited: it describes tables as they were then, so it does not use today's models.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def _owner(*, primary: bool = False) -> sa.Column[str]:
    return sa.Column("learner", sa.Text(), nullable=False, primary_key=primary)


def _belongs(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["learner"], ["learner.id"], name=f"fk_{table}_learner", ondelete="CASCADE")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "learner",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("class_code", sa.Text(), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_learner"),
    )
    op.create_index("ix_learner_class_code", "learner", ["class_code"])
    op.create_table(
        "decision",
        sa.Column("number", NUMBER, nullable=False, autoincrement=True),
        _owner(),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("source", "document", "readings", "cell", "cards")),
        sa.Column("up", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("chosen", "best", "grade")),
        *(sa.Column(name, sa.Float(53), nullable=False) for name in ("cost", "chips")),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=True),
        sa.PrimaryKeyConstraint("number", name="pk_decision"),
        sa.UniqueConstraint("learner", "id", name="uq_decision_learner_id"),
        _belongs("decision"),
    )
    op.create_index("ix_decision_learner_document_readings_cell", "decision", ["learner", "document", "readings", "cell"])
    op.create_table(
        "scheduled",
        _owner(),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("document", "readings", "cell")),
        sa.Column("due", MOMENT, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("learner", "document", "readings", "cell", name="pk_scheduled"),
        _belongs("scheduled"),
    )
    op.create_table(
        "lying",
        _owner(),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("learner", name="pk_lying"),
        _belongs("lying"),
    )
    op.create_table(
        "attempt",
        sa.Column("number", NUMBER, nullable=False, autoincrement=True),
        _owner(),
        sa.Column("exercise", sa.Text(), nullable=False),
        sa.Column("variant", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("was_right", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solution_seen", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_attempt"),
        _belongs("attempt"),
    )
    op.create_table(
        "assignment",
        sa.Column("number", NUMBER, nullable=False, autoincrement=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("id", "class_code", "document", "readings", "drill_filter")),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_assignment"),
        sa.UniqueConstraint("id", name="uq_assignment_id"),
    )
    op.create_index("ix_assignment_class_code", "assignment", ["class_code"])
