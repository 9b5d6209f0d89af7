/** Reads a body as the one JSON-RPC message that it must be. */
import { type RequestId, RpcRefusal, rpcCode } from './rpc-refusal.ts';

/** A request or a notification, as far as the endpoint itself looks at it. */
export interface RpcMessage {
  jsonrpc: '2.0';
  id?: string | number;
  method: string;
  params?: Record<string, unknown>;
}

/** Nothing in the protocol nests deeper; anything that does is an attack on a recursion. */
const maxDepth = 64;

/**
 * Reads a message.
 * @throws RpcRefusal 400: no JSON (-32700), not one request or notification (-32600)
 */
export function readMessage(text: string): RpcMessage {
  if (isDeeperThan(maxDepth, text)) throw invalid(`Nothing may nest deeper than ${maxDepth} levels.`);
  const value = parse(text);
  if (Array.isArray(value)) {
    throw invalid('A batch is not accepted: send one request at a time.');
  }
  if (!isObject(value)) throw invalid('The body must be one JSON-RPC request.');
  const id = idOf(value);
  if (value.jsonrpc !== '2.0') throw invalid('`jsonrpc` must be "2.0".', id);
  if (typeof value.method !== 'string')
    throw invalid('`method` must be a text: responses are not awaited.', id);
  if ('id' in value && id === null) throw invalid('`id` must be a text or a whole number.');
  if (value.params !== undefined && !isObject(value.params)) throw invalid('`params` must be an object.', id);
  return withArguments(value as unknown as RpcMessage);
}

/** For no arguments some clients send null, or an empty text. */
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

/** The id of a request, where it has one that can be sent back. */
function idOf(value: { id?: unknown }): RequestId {
  return typeof value.id === 'string' || Number.isSafeInteger(value.id)
    ? (value.id as string | number)
    : null;
}

const invalid = (message: string, id: RequestId = null): RpcRefusal =>
  new RpcRefusal(400, rpcCode.invalidRequest, `Invalid request: ${message}`, { id });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether brackets outside of texts nest deeper than a limit. */
function isDeeperThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inText) {
      if (character === backslash) at += 1;
      else if (character === quote) inText = false;
    } else if (character === quote) inText = true;
    else if (character === openBracket || character === openBrace) {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === closeBracket || character === closeBrace) depth -= 1;
  }
  return false;
}

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
