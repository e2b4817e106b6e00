"""Decisions say in which drill they were made; what came from a file is marked; answers have ids; opened solutions."""

from __future__ import annotations

import uuid

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add columns, an index for the sums of a class, and a table."""
    op.add_column("decision", sa.Column("drill_filter", sa.Text(), nullable=False, server_default=""))
    op.add_column("decision", sa.Column("imported", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_decision_document_readings_cell", "decision", ["document", "readings", "cell"])
    op.add_column("attempt", sa.Column("imported", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("attempt", sa.Column("id", sa.Text(), nullable=True))
    _name_attempts()
    with op.batch_alter_table("attempt") as attempt:
        attempt.alter_column("id", existing_type=sa.Text(), nullable=False)
        attempt.create_unique_constraint("uq_attempt_learner_id", ["learner", "id"])
    op.create_table(
        "opened",
        sa.Column("class_code", sa.Text(), nullable=False),
        sa.Column("exercise", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("class_code", "exercise", name="pk_opened"),
    )


def _name_attempts() -> None:
    """Answers had no ids; an exported one has, so that taking it in twice adds it once."""
    attempt = sa.table("attempt", sa.column("number", sa.BigInteger()), sa.column("id", sa.Text()))
    connection = op.get_bind()
    numbers = connection.execute(sa.select(attempt.c.number)).scalars().all()
    named = [{"row": number, "name": uuid.uuid4().hex} for number in numbers]
    if named:
        change = sa.update(attempt).where(attempt.c.number == sa.bindparam("row")).values(id=sa.bindparam("name"))
        connection.execute(change, named)
