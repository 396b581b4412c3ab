"""Alembic runs this file: it brings the database of the connection it was given to the wanted revision."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
