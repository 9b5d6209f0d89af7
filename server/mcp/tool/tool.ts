/** A tool: a definition that clients see, and a function that answers calls. */
import type { CallToolResult, ToolAnnotations, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Call } from '../context.ts';
import { declaredArguments, usageOf } from './argument.ts';

export interface Tool {
  definition: ToolDefinition;
  /** Answers a call. Invalid arguments give an answer too, since the model that sent them can correct them. */
  call(values: Readonly<Record<string, unknown>>, call: Call): CallToolResult | Promise<CallToolResult>;
}

/** Tells a client in words, as the tool's answer, why it cannot have what it asked for. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** Defines a tool. Clients send arguments of their own, so arguments that the schema does not declare are ignored. */
export function defineTool<Shape extends z.ZodRawShape>(tool: {
  name: string;
  title: string;
  description: string;
  input: Shape;
  /** Other names of arguments, which the schema does not list. */
  aliases?: Readonly<Record<string, keyof Shape & string>>;
  annotations: Required<Omit<ToolAnnotations, 'title'>>;
  /** The schema of its structured results, for a tool that gives such. */
  output?: z.ZodObject;
  answer(values: z.infer<z.ZodObject<Shape>>, call: Call): CallToolResult | Promise<CallToolResult>;
}): Tool {
  const { name, title, description, annotations, aliases = {}, output, answer } = tool;
  const schema = z.object(tool.input);
  const inputSchema = advertised(schema, 'input');
  const outputSchema = output && advertised(output, 'output');
  const usage = `Call ${name} with ${usageOf(inputSchema)}.`;
  return {
    definition: {
      name,
      title,
      description,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      annotations,
    },
    call(values, call) {
      const given = declaredArguments(values, inputSchema, aliases);
      const parsed = schema.safeParse(given);
      if (parsed.success) return answer(parsed.data, call);
      const faults = parsed.error.issues.map(issue => faultOf(issue, given, tool.input));
      throw new ToolError(`The arguments do not fit. ${faults.join('; ')}. ${usage}`);
    },
  };
}

function advertised(schema: z.ZodObject, io: 'input' | 'output'): ToolDefinition['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest as ToolDefinition['inputSchema'];
}

/** Says which argument is wrong and why, with its description, which the model may not have before it any more. */
function faultOf({ path, message }: z.core.$ZodIssue, given: object, shape: z.ZodRawShape): string {
  const name = String(path[0] ?? 'arguments');
  const use = (shape[name] as z.ZodType | undefined)?.description;
  const what = Object.hasOwn(given, name) ? message : 'missing';
  return `${name}: ${what}${use === undefined ? '' : ` (${use})`}`;
}

/** The hints of a tool that only reads this catalog. */
export const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Returns a result of texts, each an item of its own. */
export const textResult = (...texts: readonly string[]): CallToolResult => ({
  content: texts.map(text => ({ type: 'text', text })),
});

/** Returns a structured result, repeated as text for clients that read only text. */
export const structuredResult = (value: Record<string, unknown>): CallToolResult => ({
  structuredContent: value,
  ...textResult(JSON.stringify(value)),
});

export const errorResult = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
});
