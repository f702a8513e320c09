"""What keeps arXiv from answering, and whether asking again may help."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import requests
import urllib3

from ..errors import SurveyError

UNREACHABLE = "arXiv cannot be reached: there is no network, or none that knows the way"
"""What is said where no name is resolved or no route leads on; waiting for long helps nobody there."""
_NO_ROUTE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN}


class Upstream(SurveyError):  # noqa: N818 -- the server's state, not an error of the program
    """arXiv gave no usable answer."""

    def __init__(self, message: str, *, passing: bool) -> None:
        super().__init__(message)
        self.passing = passing
        """Whether it may answer later; otherwise the question itself is at fault."""


class Passing(Exception):  # noqa: N818 -- steers the loop
    """A failure after which the same page is asked for again."""

    def __init__(self, message: str, after: float | None = None, *, tries: int | None = None) -> None:
        super().__init__(message)
        self.after = after
        """Seconds that the server asked to wait."""
        self.tries = tries
        """How often the page is asked for at most; None where patience alone decides."""


@contextmanager
def faults_named() -> Iterator[None]:
    """Turn what the libraries raise into what is asked again and what is not."""
    try:
        yield
    except (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError) as error:
        raise Passing("arXiv did not answer in time") from error
    except requests.exceptions.SSLError as error:
        raise Upstream("the server's certificate is not trusted", passing=False) from error
    except (requests.exceptions.ConnectionError, urllib3.exceptions.HTTPError) as error:
        if _has_no_way(error):
            raise Passing(UNREACHABLE, tries=2) from error
        raise Passing("the connection to arXiv failed or broke off") from error
    except (requests.exceptions.RequestException, ValueError) as error:
        raise Upstream(f"arXiv cannot be asked: {error}", passing=False) from error


def _has_no_way(error: BaseException) -> bool:
    """Say whether a request ended before it found the server: its name was not resolved, or no route leads there."""
    seen: set[int] = set()
    left: list[object] = [error]
    while left:
        one = left.pop()
        if not isinstance(one, BaseException) or id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, socket.gaierror | urllib3.exceptions.NameResolutionError) or getattr(one, "errno", None) in _NO_ROUTE:
            return True
        left += [one.__cause__, one.__context__, getattr(one, "reason", None), *one.args]
    return False
