"""A TLS server with a certificate of its own making, whose end the test chooses."""

import socketserver
import ssl
import tempfile
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class TlsServer:
    """Shows a self-signed certificate of `name` that ends at `ends_at`, on a free port of 127.0.0.1."""

    def __init__(self, *, ends_at: datetime, name: str = "localhost") -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.show(ends_at=ends_at, name=name)
        server = self

        class Connection(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                try:
                    with server.context.wrap_socket(self.request, server_side=True) as tls:
                        tls.recv(1)
                except OSError:
                    return  # the other side has seen enough

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Connection)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self.url = f"https://{name}:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def show(self, *, ends_at: datetime, name: str = "localhost") -> None:
        """Show another certificate from now on."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        certificate = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(min(ends_at, datetime.now(UTC)) - timedelta(days=90))
            .not_valid_after(ends_at)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .sign(key, hashes.SHA256())
        )
        self.certificate = certificate.public_bytes(serialization.Encoding.PEM).decode()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "both.pem"
            file.write_bytes(
                key.private_bytes(
                    serialization.Encoding.PEM,
                    serialization.PrivateFormat.PKCS8,
                    serialization.NoEncryption(),
                )
                + certificate.public_bytes(serialization.Encoding.PEM)
            )
            self.context.load_cert_chain(file)

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
