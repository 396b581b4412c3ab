"""What stands between the table and strangers: connections, host names, rates and sizes."""
