import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { official } from './official.mjs';
import { run } from './steps.mjs';

const [, mode] = process.argv.slice(2);
await run(async url => {
  const client = new Client(
    { name: 'campaign', version: '1.0.0' },
    mode ? { versionNegotiation: { mode } } : {},
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return official(client);
});
