import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { run } from './steps.mjs';

await run(async url => {
  const client = new MultiServerMCPClient({ mcpServers: { catalog: { transport: 'http', url } } });
  const tools = await client.getTools();
  return {
    tools: async () => tools,
    call: async (name, values) => asText(await tools.find(tool => tool.name === name).invoke(values)),
    resources: async () =>
      Object.values(await client.listResources())
        .flat()
        .map(({ uri }) => uri),
    read: async uri => (await client.readResource('catalog', uri))[0].text,
    close: () => client.close(),
  };
});

/** One text comes by itself, several come as a list. */
function asText(result) {
  const { content = result } = Object(result);
  return Array.isArray(content) ? content.map(item => item.text ?? item).join('\n') : String(content);
}
