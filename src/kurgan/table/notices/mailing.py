"""Mail, by the server that the host named: ``smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS``, or ``smtps``."""

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from kurgan.table.notices.outgoing import NotSent

SECONDS = 15.0
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
"""Plain addresses only: nothing in one can become a second one, or a header."""

LONGEST = 254
UNFOLDED = SMTP.clone(max_line_length=400)
"""An address in a header stands on one line: not every mail program puts it together again."""


class MailServer(NamedTuple):
    host: str
    port: int
    secure: bool
    user: str
    password: str
    sender: str


class Mail(NamedTuple):
    to: str
    subject: str
    text: str
    stop: str = ""
    """An address to which whoever wants no more of these posts."""


def is_address(text: str) -> bool:
    return len(text) <= LONGEST and ADDRESS.fullmatch(text) is not None


def read_server(address: str) -> MailServer:
    """Raises ValueError for what cannot be meant."""
    try:
        parts = urlsplit(address)
        port = parts.port or (465 if parts.scheme == "smtps" else 25)
    except ValueError:
        parts, port = urlsplit(""), 0
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not is_address(sender):
        raise ValueError("KURGAN_MAIL should be smtp://USER:PASSWORD@HOST:PORT?from=table@example.org")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port, parts.scheme == "smtps", user, password, sender)


def send(server: MailServer, mail: Mail) -> None:
    """Raises NotSent; passwords go only over TLS."""
    message = EmailMessage(UNFOLDED)
    message["From"], message["To"], message["Subject"] = f"Kurgan <{server.sender}>", mail.to, mail.subject
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if mail.stop:
        message["List-Unsubscribe"] = f"<{mail.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    try:
        with _connected(server) as line:
            line.send_message(message)
    except (OSError, smtplib.SMTPException):
        raise NotSent("the mail server did not take it") from None


def _connected(server: MailServer) -> smtplib.SMTP:
    if server.secure:
        context = ssl.create_default_context()
        line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
    else:
        line = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        if line.ehlo()[0] == 250 and line.has_extn("starttls"):
            line.starttls(context=ssl.create_default_context())
        elif server.user:
            line.close()
            raise smtplib.SMTPException("no TLS")
    if server.user:
        line.login(server.user, server.password)
    return line
