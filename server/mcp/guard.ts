/** Calls handlers so that whatever they throw becomes an answer that reveals nothing. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CapabilityProvider } from './capability-provider.ts';
import type { Call } from './context.ts';
import { errorResult, ToolError } from './tool/tool.ts';

/** The part of a call that the channel keeps for its handlers. */
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
 * Calls any other handler.
 * @throws ProtocolError
 */
export async function guarded<Value>(caller: Caller, read: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw hidden(error, caller);
  }
}

/** A protocol error is passed on. Anything else is a bug, about which the client learns nothing. */
function hidden(error: unknown, { context }: Caller): ProtocolError {
  if (error instanceof ProtocolError) return error;
  context.log.error({ err: error }, 'MCP request failed');
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'The request could not be answered. Try again later.',
  );
}

/** A request that cannot be met. */
export const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

export function raise(error: Error): never {
  throw error;
}
