/** Both generations of the official client have these functions. */
import { textOf } from './steps.mjs';

export const official = client => ({
  tools: async () => (await client.listTools()).tools,
  call: async (name, values) => textOf(await client.callTool({ name, arguments: values })),
  resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
  read: async uri => (await client.readResource({ uri })).contents[0].text,
  close: () => client.close(),
});
