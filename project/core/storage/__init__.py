"""Storage of the shop's files: in VAR_DIR, or in object storage that speaks S3."""
