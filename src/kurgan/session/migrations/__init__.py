"""The history of the database's schema, one revision a file in ``versions`` (see kurgan.session.schema)."""
