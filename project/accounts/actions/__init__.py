"""Log in and out, register, keep one's account, delete it."""
