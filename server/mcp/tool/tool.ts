/** A tool: the definition that clients see, and the function that answers calls. */
import type { CallToolResult, ToolAnnotations, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Call } from '../context.ts';
import { declaredArguments, usageOf } from './argument.ts';

export interface Tool {
  definition: ToolDefinition;
  /**
   * Answers a call.
   * @throws ToolError for arguments that do not fit; the model that sent them gets its message and can correct them
   */
  call(values: Readonly<Record<string, unknown>>, call: Call): CallToolResult | Promise<CallToolResult>;
}

/** An error whose message is the answer of the tool. It tells the model why it cannot have what it asked for. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** Defines a tool. Arguments that its schema does not declare are ignored, since many clients add arguments of their own. */
export function defineTool<Shape extends z.ZodRawShape>(tool: {
  name: string;
  title: string;
  description: string;
  input: Shape;
  /** Other names of arguments, which the advertised schema does not list; none if absent. */
  aliases?: Readonly<Record<string, keyof Shape & string>>;
  annotations: Required<Omit<ToolAnnotations, 'title'>>;
  /** The schema of the structured results; absent for a tool without them. */
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

/**
 * Explains which argument is wrong and why, and repeats its description, which may no longer be in the context of the model.
 */
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

/** Returns a result that consists of texts, one item each. */
export const textResult = (...texts: readonly string[]): CallToolResult => ({
  content: texts.map(text => ({ type: 'text', text })),
});

/** Returns a structured result, and repeats it as text for clients that read only text. */
export const structuredResult = (value: Record<string, unknown>): CallToolResult => ({
  structuredContent: value,
  ...textResult(JSON.stringify(value)),
});

export const errorResult = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
});
