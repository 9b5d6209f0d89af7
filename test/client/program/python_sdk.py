from contextlib import asynccontextmanager

from mcp import ClientSession

try:
    from mcp.client.streamable_http import streamable_http_client as http
except ImportError:
    from mcp.client.streamable_http import streamablehttp_client as http

from steps import run


class Driver:
    def __init__(self, session):
        self.session = session

    async def tools(self):
        return (await self.session.list_tools()).tools

    async def call(self, name, values):
        result = await self.session.call_tool(name, values)
        return "\n".join(item.text for item in result.content)

    async def resources(self):
        return [str(each.uri) for each in (await self.session.list_resources()).resources]

    async def read(self, address):
        return (await self.session.read_resource(address)).contents[0].text


@asynccontextmanager
async def connect(url):
    async with http(url) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            yield Driver(session)


run(connect)
