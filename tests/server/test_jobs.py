"""Work beside the event loop."""

import asyncio

import pytest

from takusen.server.jobs import Job, Report


async def ended(job: Job[int]) -> None:
    """Wait for a job."""
    for _ in range(500):
        if not job.running:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the job goes on")


def test_a_job_keeps_what_it_failed_of(caplog: pytest.LogCaptureFixture) -> None:
    def work(report: Report[int]) -> int:
        report(3)
        raise ZeroDivisionError

    async def go() -> Job[int]:
        job = Job(work)
        await ended(job)
        return job

    job = asyncio.run(go())
    assert isinstance(job.wrong, ZeroDivisionError)
    assert job.so_far == 3
    assert "ZeroDivisionError" in caplog.text


def test_a_cancelled_job_stops_at_its_next_report() -> None:
    def work(report: Report[int]) -> int:
        count = 0
        while report(count):
            count += 1
        return count

    async def go() -> Job[int]:
        job = Job(work)
        while not job.so_far:
            await asyncio.sleep(0.001)
        job.cancel()
        await ended(job)
        return job

    job = asyncio.run(go())
    assert job.wrong is None
    assert job.so_far
