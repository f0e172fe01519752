"""The order of one connection's frames, waiting or not."""

import asyncio

from realtime.transport import FrameQueue


def test_messages_come_in_order_whether_they_or_the_application_wait() -> None:
    async def run() -> list[int]:
        queue = FrameQueue()
        queue.put_nowait({"number": 1})
        queue.put_nowait({"number": 2})
        assert queue.qsize() == 2
        taken = [(await queue.get())["number"] for _ in range(2)]
        waiting = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait({"number": 3})
        queue.put_nowait({"number": 4})
        taken.append((await waiting)["number"])
        taken.append((await queue.get())["number"])
        assert queue.qsize() == 0
        return taken

    assert asyncio.run(run()) == [1, 2, 3, 4]


def test_message_that_comes_after_the_application_was_cancelled_stays_in_the_queue() -> None:
    async def run() -> int:
        queue = FrameQueue()
        waiting = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        waiting.cancel()
        queue.put_nowait({"number": 1})
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()
        return queue.qsize()

    assert asyncio.run(run()) == 1
