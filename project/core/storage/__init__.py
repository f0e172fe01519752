"""Where the shop's files lie: in VAR_DIR, or in object storage that speaks S3."""
