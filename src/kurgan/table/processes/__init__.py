"""The work that takes long, who does it, and the figures and logs of a process."""
