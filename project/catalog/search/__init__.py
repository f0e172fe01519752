"""Product search: `query` parses and ranks, `index` holds the documents, `normalization` the spelling."""
