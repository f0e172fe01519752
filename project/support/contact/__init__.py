"""Messages from the contact form, each with a ticket number."""
