"""Stopping a server to which pages are connected."""

from __future__ import annotations

import signal
from time import monotonic

import pytest

from .conftest import Server


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_with_open_streams_stops_at_once_and_quietly(own_server: Server, how: signal.Signals) -> None:
    table = own_server.open()
    with own_server.http.stream("GET", f"{table.seats['w1']}/events") as stream:
        next(stream.iter_bytes())
        begun = monotonic()
        assert own_server.told_to_stop(how) in (0, 130)
    assert monotonic() - begun < 2
    assert "Traceback" not in own_server.log.read_text("utf-8")
    assert "ERROR" not in own_server.log.read_text("utf-8")
