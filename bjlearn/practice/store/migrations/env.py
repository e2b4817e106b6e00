"""What Alembic runs: the versions, on the connection and in the transaction of whoever asks."""

from __future__ import annotations

from alembic import context

from bjlearn.practice.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the transaction is the caller's: its lock must outlast all versions
)
context.run_migrations()
