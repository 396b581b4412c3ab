"""Facts: files read, checked, and frozen into columns of ints."""
