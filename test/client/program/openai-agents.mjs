import { MCPServerStreamableHttp } from '@openai/agents';
import { run, textOf } from './steps.mjs';

await run(async url => {
  const server = new MCPServerStreamableHttp({ url, name: 'catalog' });
  await server.connect();
  return {
    tools: () => server.listTools(),
    call: async (name, values) => textOf({ content: await server.callTool(name, values) }),
    ...(server.listResources && {
      resources: async () => (await server.listResources()).resources.map(({ uri }) => uri),
      read: async uri => (await server.readResource(uri)).contents[0].text,
    }),
    close: () => server.close(),
  };
});
