"""The table's work over HTTP: each call is checked, handed to ``kurgan.table.service``, and its reply written."""
