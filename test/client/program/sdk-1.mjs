import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { official } from './official.mjs';
import { run } from './steps.mjs';

await run(async url => {
  const client = new Client({ name: 'campaign', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return official(client);
});
