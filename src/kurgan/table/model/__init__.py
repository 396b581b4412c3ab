"""What the table says, as types: the scene that a title makes, replies to calls, frames of the socket.

OpenAPI describes these and nothing else, and the page's types are made from that description.
"""
