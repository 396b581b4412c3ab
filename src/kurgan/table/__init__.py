"""The web table: pages, REST and WebSocket over the session and its store."""
