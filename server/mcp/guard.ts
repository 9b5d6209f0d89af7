/** Calls handlers, and turns whatever they throw into an answer that reveals nothing. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CapabilityProvider } from './capability-provider.ts';
import type { Call } from './context.ts';
import { errorResult, ToolError } from './tool/tool.ts';

/** The part of a call that the channel keeps until the request is answered. */
export type Caller = Omit<Call, 'serverContext'>;

/**
 * Calls a tool.
 * @throws ProtocolError -32602 when there is no such tool
 */
export async function callTool(
  { tools }: CapabilityProvider,
  { name, arguments: values = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  caller: Caller,
  serverContext: ServerContext,
): Promise<CallToolResult> {
  const tool = tools.find(each => each.definition.name === name);
  if (!tool)
    throw invalid(`There is no tool ${name}. Tools: ${tools.map(each => each.definition.name).join(', ')}.`);
  try {
    return await tool.call(values, { ...caller, serverContext });
  } catch (error) {
    if (error instanceof ToolError) return errorResult(error.message);
    throw hidden(error, caller);
  }
}

/**
 * Calls a handler other than a tool.
 * @throws ProtocolError in place of any error
 */
export async function guarded<Value>(caller: Caller, read: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw hidden(error, caller);
  }
}

/**
 * Returns a protocol error as it is. Logs any other error, which is a bug, and returns one that tells the client nothing about
 * it.
 */
function hidden(error: unknown, { context }: Caller): ProtocolError {
  if (error instanceof ProtocolError) return error;
  context.log.error({ err: error }, 'MCP request failed');
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'The request could not be answered. Try again later.',
  );
}

/**
 * Makes the error for invalid parameters.
 * @param message what is wrong and what to do, for the client
 */
export const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

export function raise(error: Error): never {
  throw error;
}
