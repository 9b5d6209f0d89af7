import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { official } from './official.mjs';
import { run } from './steps.mjs';

await run(async url => {
  const client = new Client({ name: 'campaign', version: '1.0.0' });
  const args = ['node_modules/mcp-remote/dist/proxy.js', url, '--allow-http', '--transport', 'http-only'];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: process.env, stderr: 'ignore' }),
  );
  return official(client);
});
