"""Birth details in, a bead and its care out; nothing of a birth is kept."""
