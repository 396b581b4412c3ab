"""The work of every call of the API, as plain functions: who asks, what for, and the reply.

Nothing here knows a web framework or a database. ``kurgan.table.routes`` serves it over HTTP; another host could serve
the same page from it.
"""
