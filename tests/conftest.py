"""What all tests share: pinned surroundings, real cases beside the repository, a browser."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tools.setup import found_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 30_000  # milliseconds; a loaded machine takes its time
NO_BROWSER = "no browser: install chromium to run the browser tests"
NO_CASES = "no real cases: set TAKUSEN_SHARED to their folder"

os.environ.update(TZ="JST-9", LC_ALL="C.UTF-8", LANG="C.UTF-8", LANGUAGE="")
time.tzset()

settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real cases; its tests are skipped where it is absent."""
    folder = Path(os.environ.get("TAKUSEN_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(NO_CASES)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one file of tests; use a context a player, and name its locale.

    Not for the whole session: while Playwright's sync API is open its event loop counts as running
    in this thread, and every `asyncio.run` of a later file would be refused.
    """
    program = found_browser()
    if program is None:
        missing = pytest.fail if os.environ.get("TAKUSEN_BROWSER") == "required" else pytest.skip
        missing(NO_BROWSER)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        pinned: dict[str, str | float | bool] = {**os.environ, "TZ": "Asia/Tokyo"}  # it doesn't read "JST-9"
        started = playwright.chromium.launch(executable_path=program, args=list(BROWSER_ARGUMENTS), env=pinned)
        yield started
        started.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the browser, so that `./run test fast` leaves it out; it has a second try, told at the end."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what tests have counted, and loudly what was left out for want of a browser or of the real cases."""
    for report in terminalreporter.stats.get("passed", []):
        for name, told in report.user_properties:
            if name == "counted":
                terminalreporter.write_line(str(told))
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_sep("!", f"SECOND TRY: {report.nodeid}", yellow=True, bold=True)
        terminalreporter.write_line(str(report.longrepr)[-2000:])
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for reason in (NO_BROWSER, NO_CASES):
        count = sum(reason in each for each in reasons)
        if count:
            terminalreporter.write_sep("!", f"{count} tests SKIPPED, {reason}", yellow=True, bold=True)
