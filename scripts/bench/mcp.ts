/** Measures MCP: the service beside a stateless server as the SDK documents one, on one core each. */
import { newestProtocolVersion } from '#document/text/protocol.ts';
import { contest, type Row, type Setting } from './contest.ts';
import { load, type Request } from './load.ts';
import { builtCatalog, startOurs, startPeer } from './server.ts';

export async function mcpPart(setting: Setting): Promise<Row[]> {
  const catalog = await builtCatalog(setting.documents, 'mcp');
  const peers = { ours: await startOurs(catalog), theirs: await startPeer('mcp', catalog) };
  const calls = {
    fetch: callOf('tools/call', { name: 'fetch', arguments: { path: catalog.pages[0]!.path } }),
    'tools/list': callOf('tools/list', {}),
  };
  const all = Object.entries(peers).flatMap(([name, peer]) =>
    Object.entries(calls).map(([what, call]) => {
      const measure = async () => (await load(peer, [call], 200, setting.seconds)).cpu;
      return [`${name} ${what}`, measure] as const;
    }),
  );
  for (const peer of Object.values(peers))
    for (const { path, ...call } of Object.values(calls)) {
      const text = await (await fetch(`http://127.0.0.1:${peer.port}${path}`, call)).text();
      if (!/formation\.|report_outcome/.test(text)) throw new Error(`An answer is wrong: ${text}`);
    }
  const values = await contest(Object.fromEntries(all), setting);
  return Object.keys(calls).map(what => ({
    ...{ what, unit: 'calls/cpu s', ours: values(`ours ${what}`) },
    ...{ peer: 'SDK as documented', theirs: values(`theirs ${what}`), goal: { least: 4 } },
  }));
}

/** Makes the request for a call as a client of the newest revision sends it. */
function callOf(method: string, params: { name?: string; arguments?: object }): Request {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': newestProtocolVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': newestProtocolVersion,
      'Mcp-Method': method,
      ...(params.name !== undefined && { 'Mcp-Name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  };
}
