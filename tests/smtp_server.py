"""A mail server that takes what it is given, or refuses it, and remembers."""

import email
import email.policy
import socketserver
import threading
from email.message import EmailMessage


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True


class SmtpServer:
    """Listens on a free port or on `port`. `refusal` is what it answers to a message instead of taking it.

    With `hang_up` it takes the message and is gone before it says so; `refuse_at` names a command ("MAIL",
    "RCPT") that it answers with the refusal.
    """

    def __init__(self, port: int = 0) -> None:
        self.mails: list[EmailMessage] = []
        self.refusal = ""
        self.refuse_at = ""
        self.hang_up = False
        server = self

        class Session(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.say("220 test")
                for line in iter(self.rfile.readline, b""):
                    command = line[:4].upper()
                    if server.refuse_at and command == server.refuse_at.encode():
                        self.say(server.refusal)
                    elif command == b"DATA":
                        self.say("354 go on")
                        self.take()
                        if server.hang_up:
                            return
                    elif command == b"QUIT":
                        self.say("221 bye")
                        return
                    else:
                        self.say("250 fine")

            def take(self) -> None:
                body = b""
                for line in iter(self.rfile.readline, b".\r\n"):
                    body += line.removeprefix(b".") if line.startswith(b"..") else line
                if server.refusal and not server.refuse_at:
                    self.say(server.refusal)
                    return
                message = email.message_from_bytes(body, policy=email.policy.default)
                assert isinstance(message, EmailMessage)
                server.mails.append(message)
                if not server.hang_up:
                    self.say("250 taken")

            def say(self, line: str) -> None:
                self.wfile.write(f"{line}\r\n".encode())

        self._server = Server(("127.0.0.1", port), Session)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
