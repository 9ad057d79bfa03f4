"""Debian's Mosquitto on the loopback, with or without a password and TLS; it can be killed and started again."""

import os
import random
import shutil
import socket
import subprocess
from contextlib import suppress
from getpass import getuser
from pathlib import Path

import pytest

from bones_desktop.seats.invitation import Broker
from tests.support.program import PATIENCE, wait_until

NAME, PASSWORD = "anna", "p@ss: wörd/#"
_FOUND = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
needs_mosquitto = pytest.mark.skipif(not _FOUND, reason="brokers are tried with Debian's mosquitto")
DATES = {
    "valid": ("20200101000000Z", "20990101000000Z"),
    "expired": ("20200101000000Z", "20200201000000Z"),
    "early": ("20980101000000Z", "20990101000000Z"),
    "elsewhere": ("20200101000000Z", "20990101000000Z"),
}
"""From when until when each certificate is valid. "elsewhere" belongs to another name."""
_AUTHORITY = """
[req]
distinguished_name = nobody
[nobody]
[ca]
default_ca = here
[here]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = supplied
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[leaf]
subjectAltName = IP:127.0.0.1, DNS:localhost
authorityKeyIdentifier = keyid
[other]
subjectAltName = DNS:broker.example
authorityKeyIdentifier = keyid
"""


class Certificates:
    """Certificates that an authority of our own has made with openssl. `root` is the file of the authority."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.root = folder / "root.pem"
        (folder / "ca.cnf").write_text(_AUTHORITY)
        (folder / "index.txt").touch()
        new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-config", "ca.cnf")
        self._run("req", "-x509", *new, "-keyout", "root.key", "-out", "root.pem", "-subj", "/CN=Test", "-days", "9999",
                  "-extensions", "root")  # fmt: skip
        for kind, (start, end) in DATES.items():
            self._run("req", *new, "-keyout", f"{kind}.key", "-out", f"{kind}.csr", "-subj", f"/CN={kind}")
            self._run("ca", "-batch", "-config", "ca.cnf", "-cert", "root.pem", "-keyfile", "root.key", "-notext",
                      "-in", f"{kind}.csr", "-out", f"{kind}.pem", "-startdate", start, "-enddate", end,
                      "-extensions", "other" if kind == "elsewhere" else "leaf")  # fmt: skip
        self._run("req", "-x509", *new, "-keyout", "own.key", "-out", "own.pem", "-subj", "/CN=localhost",
                  "-days", "9999", "-addext", "subjectAltName=IP:127.0.0.1")  # fmt: skip

    def _run(self, *arguments: str) -> None:
        done = subprocess.run(("openssl", *arguments), cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


class Mosquitto:
    """A broker on a free port. `certificate` is one of DATES, or "own" for one that nobody else has signed."""

    def __init__(
        self, folder: Path, *, name: str = "", password: str = "", certificates: Certificates | None = None,
        certificate: str = "valid", more: str = "",
    ) -> None:  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "mosquitto.conf"
        self.log = folder / "mosquitto.log"
        self.process: subprocess.Popen[bytes] | None = None
        self._name, self._password, self._is_secure = name, password, certificates is not None
        lines = [
            f"user {getuser()}",
            "persistence false",
            "set_tcp_nodelay true",
            f"allow_anonymous {str(not name).lower()}",
        ]
        if name:
            passwords = folder / "passwords"
            subprocess.run(("mosquitto_passwd", "-c", "-b", passwords, name, password), check=True, capture_output=True)
            lines.append(f"password_file {passwords}")
        secure = []
        if certificates is not None:
            secure = [
                f"{word} {certificates.folder / certificate}.{end}"
                for word, end in (("certfile", "pem"), ("keyfile", "key"))
            ]
        self._lines = ["listener {port} 127.0.0.1", *secure, *lines, more]
        # Below the ports that the system gives to connections, one of which could connect to itself.
        self.port = 0
        ports = iter(random.Random().sample(range(20_000, 32_000), 50))
        while not (self.process and self.process.poll() is None):
            self.port = next(ports)
            self.start()

    def start(self) -> None:
        """Start it, again on the same port."""
        self._file.write_text("\n".join(self._lines).format(port=self.port))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen((_FOUND, "-c", self._file), stdout=log, stderr=log)
        wait_until(lambda: self.process.poll() is not None or self._answers())

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait(PATIENCE)

    @property
    def broker(self) -> Broker:
        """Its address, with name and password if it asks for them."""
        return Broker("127.0.0.1", self.port, self._is_secure, self._name, self._password)

    @property
    def url(self) -> str:
        """Its address without name and password, as users type it."""
        return f"mqtt{'s' * self._is_secure}://127.0.0.1:{self.port}"


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    """Certificates of an authority that programs trust if SSL_CERT_FILE names its file."""
    return Certificates(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def mosquitto(tmp_path):
    """A broker that lets everybody in."""
    found = Mosquitto(tmp_path / "mosquitto")
    yield found
    found.kill()
