import * as mcp from '@ai-sdk/mcp';
import { run, textOf } from './steps.mjs';

const create = mcp.createMCPClient ?? mcp.experimental_createMCPClient;
await run(async url => {
  const client = await create({ transport: { type: 'http', url } });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    call: async (name, values) =>
      textOf(await tools[name].execute(values, { toolCallId: '1', messages: [] })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => (await client.readResource({ uri })).contents[0].text,
    close: () => client.close(),
  };
});
