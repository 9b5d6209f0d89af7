import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { run, textOf } from './steps.mjs';

const { bin } = JSON.parse(readFileSync('node_modules/@modelcontextprotocol/inspector/package.json', 'utf8'));
const command = `node_modules/@modelcontextprotocol/inspector/${bin['mcp-inspector'] ?? Object.values(bin)[0]}`;

await run(async url => {
  const ask = (method, ...more) => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [command, '--cli', url, '--transport', 'http', '--method', method, ...more],
      { encoding: 'utf8' },
    );
    try {
      return JSON.parse(stdout);
    } catch {
      throw new Error(stderr || stdout || 'no output');
    }
  };
  return {
    tools: async () => ask('tools/list').tools,
    call: async (name, values) => {
      const given = Object.entries(values).flatMap(([key, value]) => [
        '--tool-arg',
        `${key}=${value ?? 'null'}`,
      ]);
      return textOf(ask('tools/call', '--tool-name', name, ...given));
    },
    resources: async () => ask('resources/list').resources.map(({ uri }) => uri),
    read: async uri => ask('resources/read', '--uri', uri).contents[0].text,
  };
});
