from contextlib import asynccontextmanager

from fastmcp import Client

from steps import run


class Driver:
    def __init__(self, client):
        self.client = client

    async def tools(self):
        return await self.client.list_tools()

    async def call(self, name, values):
        result = await self.client.call_tool(name, values)
        return "\n".join(item.text for item in result.content)

    async def resources(self):
        return [str(each.uri) for each in await self.client.list_resources()]

    async def read(self, address):
        return (await self.client.read_resource(address))[0].text


@asynccontextmanager
async def connect(url):
    async with Client(url) as client:
        yield Driver(client)


run(connect)
