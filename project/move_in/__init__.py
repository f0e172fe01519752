"""Moving in: files of other shop software become rows of this shop."""
