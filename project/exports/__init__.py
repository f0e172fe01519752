"""Files that jobs make: what a list shows, as CSV or XLSX."""
