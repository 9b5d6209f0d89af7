import { MCPClient } from '@mastra/mcp';
import { run, textOf } from './steps.mjs';

await run(async url => {
  const client = new MCPClient({ servers: { catalog: { url: new URL(url) } } });
  const tools = await (client.listTools ?? client.getTools).call(client);
  return {
    tools: async () => Object.keys(tools),
    call: async (name, values) => asText(await tools[`catalog_${name}`].execute(values, {})),
    resources: async () =>
      Object.values(await client.resources.list())
        .flat()
        .map(({ uri }) => uri),
    read: async uri => (await client.resources.read('catalog', uri)).contents[0].text,
    close: () => client.disconnect(),
  };
});

function asText(result) {
  return result?.content ? textOf(result) : JSON.stringify(result);
}
