/** Calls to an MCP endpoint, as clients of both eras send them, and the load that they make. */
import { legacyProtocolVersions, newestProtocolVersion } from '#build/text/protocol.ts';
import { autocannon } from './load.ts';
import { rateOf } from './rate.ts';
import type { Peer } from './server.ts';

export interface Call {
  headers: Record<string, string>;
  method: string;
  params: Record<string, unknown>;
  /** What the text of the answer must hold. */
  expects: RegExp;
}

const json = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};
const legacyHeaders = { ...json, 'MCP-Protocol-Version': legacyProtocolVersions[0]! };

/** `fetch` of a page, whose answer has a second item when it has a ticket. */
export const fetchOf = (path: string, { ticket = false } = {}): Call => ({
  headers: legacyHeaders,
  method: 'tools/call',
  params: { name: 'fetch', arguments: { path } },
  expects: ticket ? /formation\.[\s\S]*"text":"[^"]*ut1\./ : /formation\./,
});

export const toolsList: Call = {
  headers: legacyHeaders,
  method: 'tools/list',
  params: {},
  expects: /report_outcome/,
};

/** The call as a client of the newest revision sends it. */
export function modern(call: Call): Call {
  const { name } = call.params;
  return {
    ...call,
    headers: {
      ...json,
      'MCP-Protocol-Version': newestProtocolVersion,
      'Mcp-Method': call.method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
    },
    params: {
      ...call.params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': newestProtocolVersion,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
}

/** Requests of all sorts, good and bad, of both eras. */
export function allSorts(path: string): Request[] {
  const call = (name: string, values: object): Call => ({
    ...toolsList,
    method: 'tools/call',
    params: { name, arguments: values },
  });
  const good = [
    fetchOf(path),
    modern(fetchOf(path)),
    call('search', { query: 'fix a bug' }),
    { ...toolsList, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } },
  ];
  const bad = [call('nope', {}), call('search', {}), { ...modern(toolsList), headers: legacyHeaders }];
  return [...[...good, ...bad].map(requestOf), { ...requestOf(toolsList), body: '[]' }];
}

/** A request as autocannon takes it. */
interface Request {
  method: 'POST';
  path: '/mcp';
  headers: Record<string, string>;
  body: string;
}

const requestOf = ({ headers, method, params }: Call): Request => ({
  method: 'POST',
  path: '/mcp',
  headers,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});

/**
 * Calls that a server answers in a second of its processor time, or in a second where that cannot be told.
 * @throws when the answer is not the one expected
 */
export async function callsPerSecond(
  peer: Peer,
  call: Call,
  seconds: number,
  folder: string,
): Promise<number> {
  await probe(peer, call);
  const { perSecond, perCpuSecond } = await rateOf(peer, async () => {
    const count = await autocannon(peer, { duration: seconds, requests: [requestOf(call)] }, folder);
    return { count, seconds };
  });
  return perCpuSecond ?? perSecond;
}

/** Asks once and looks at the answer, since a generator only counts. */
async function probe({ name, port }: Peer, call: Call): Promise<void> {
  const { path, ...request } = requestOf(call);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
  const text = await answer.text();
  if (answer.status !== 200 || !call.expects.test(text))
    throw new Error(`${name} gave ${answer.status} to ${call.method}: ${text.slice(0, 500)}`);
}
