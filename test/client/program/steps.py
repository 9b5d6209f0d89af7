"""The steps of steps.mjs for clients in Python."""

import asyncio
import json
import re
import sys

path = "/patterns/react-loop.md"


def run(connect):
    asyncio.run(main(connect))


async def main(connect):
    outcome = {}
    ticket = None

    async def step(name, work):
        try:
            await work()
            outcome[name] = "yes"
        except Exception as error:
            outcome[name] = "no: " + (str(error).split("\n")[0] or repr(error))[:160]

    async with connect(sys.argv[1]) as client:

        async def lists():
            assert len(await client.tools()) >= 5, "not every tool"

        async def calls():
            expect(await client.call("search", {"query": "fix a bug in a repository"}), r"/patterns/")
            expect(await client.call("list_starters", {}), r"/starters/")

        async def null():
            values = {"query": "fix a bug", "kind": None, "task_class": "", "limit": "3"}
            expect(await client.call("search", values), r"(?m)^1\. [\s\S]*\n3\. ")

        async def fetch():
            nonlocal ticket
            text = await client.call("fetch", {"path": path})
            expect(text, r"^---\nschema: formation\.pattern")
            ticket = expect(text, r"use_ticket: (\S+)").group(1)

        async def report():
            values = {"ticket": ticket, "outcome": "worked"}
            expect(await client.call("report_outcome", values), r"Accepted at")

        async def resources():
            addresses = await client.resources()
            assert len(addresses) > 50, f"only {len(addresses)} resources"
            address = next(each for each in addresses if each.endswith(path))
            expect(await client.read(address), r"^---\nschema: formation\.pattern")

        await step("lists", lists)
        await step("calls", calls)
        await step("null", null)
        await step("ticket", fetch)
        await step("report", report)
        await step("resources", resources)
        print(json.dumps(outcome, separators=(",", ":")))


def expect(text, pattern):
    found = re.search(pattern, text)
    assert found, f"unexpected answer: {text[:100]}"
    return found
