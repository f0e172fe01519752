"""The second factor of staff: passkeys, an authenticator app, recovery codes."""
