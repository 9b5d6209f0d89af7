/** Reads a body, which must be one JSON-RPC message. */
import { type RequestId, RpcRefusal, rpcCode } from './rpc-refusal.ts';

/** A request or notification, with the fields that the endpoint itself reads. */
export interface RpcMessage {
  jsonrpc: '2.0';
  id?: string | number;
  method: string;
  params?: Record<string, unknown>;
}

/**
 * The deepest nesting that a message may have. Nothing in the protocol nests as deep; a deeper message attacks recursive
 * parsers.
 */
const maxDepth = 32;
/**
 * The most keys and items in a message. No client sends as many, and the cost of reading and checking depends on their number,
 * not on the length of the text.
 */
const maxMembers = 1000;
/** The longest id, in characters, that is sent back. */
const maxId = 1000;

/**
 * Reads a message.
 * @throws RpcRefusal 400: for a text that is not JSON (-32700), that is not one request or notification (-32600), or that has
 * more brackets, keys or items than any call needs
 */
export function readMessage(text: string): RpcMessage {
  requireModest(text);
  const value = parse(text);
  if (Array.isArray(value)) {
    throw invalid('The server takes no batches. Send one request at a time.');
  }
  if (!isObject(value)) throw invalid('The body must be one JSON-RPC request.');
  const id = idOf(value);
  if (value.jsonrpc !== '2.0') throw invalid('`jsonrpc` must be "2.0".', id);
  if (typeof value.method !== 'string')
    throw invalid('`method` must be a text, because the server waits for no responses.', id);
  if ('id' in value && id === null)
    throw invalid(`\`id\` must be a text of at most ${maxId} characters or a whole number.`);
  if (value.params !== undefined && !isObject(value.params)) throw invalid('`params` must be an object.', id);
  return withArguments(value as unknown as RpcMessage);
}

/** Removes the arguments of a tool call if they are null or an empty text, as some clients send when a tool needs none. */
function withArguments(message: RpcMessage): RpcMessage {
  const { method, params } = message;
  if (method !== 'tools/call' || (params?.arguments !== null && params?.arguments !== '')) return message;
  const { arguments: _, ...rest } = params;
  return { ...message, params: rest };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcRefusal(400, rpcCode.parseError, 'Parse error: the body is not valid JSON.');
  }
}

/** Returns the id of a request; null if there is none or it cannot be sent back. */
function idOf(value: { id?: unknown }): RequestId {
  const { id } = value;
  if (typeof id === 'string') return id.length <= maxId ? id : null;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

const invalid = (message: string, id: RequestId = null): RpcRefusal =>
  new RpcRefusal(400, rpcCode.invalidRequest, `Invalid request: ${message}`, { id });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks a body before it is parsed.
 * @throws RpcRefusal 400 for brackets, outside of strings, that nest too deep, and for more keys and items than any call needs
 */
function requireModest(text: string): void {
  let [depth, members] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfText(text, at);
    else if (character === comma) members += 1;
    else if (character === openBracket || character === openBrace) {
      depth += 1;
      members += 1;
    } else if (character === closeBracket || character === closeBrace) depth -= 1;
    if (depth > maxDepth) throw invalid(`Nothing may nest deeper than ${maxDepth} levels. ${howToCall}`);
    if (members > maxMembers)
      throw invalid(`The body has more than ${maxMembers} keys and items. ${howToCall}`);
  }
}

const howToCall =
  'Send only what the method takes, and to a tool only the arguments that its `inputSchema` lists.';

/** Returns the end of a JSON string that begins at a quotation mark: the next mark that is not escaped. */
function endOfText(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('"', at + 1);
  while (at !== -1 && isEscaped(text, at));
  return at === -1 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
