/**
 * Reads the arguments of a tool call as clients really send them, before the schema of the tool judges them (docs/mcp.md#7).
 */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';

type InputSchema = ToolDefinition['inputSchema'];

/** The advertised schema of one argument. */
interface Property {
  type?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export const propertiesOf = ({ properties = {} }: InputSchema): [name: string, property: Property][] =>
  Object.entries(properties) as [string, Property][];

/**
 * Tells whether a value stands for an absent argument. Many clients send every argument that they know, and null or an empty
 * text for those that they do not need.
 */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Returns the declared arguments among those that were sent, under their own names. Leaves out null and empty arguments, and
 * converts a number or boolean that was sent as text. Every other value is kept for the schema to judge.
 * @param aliases other names of arguments; the first one that was sent counts where the argument itself is absent
 */
export function declaredArguments(
  given: Readonly<Record<string, unknown>>,
  schema: InputSchema,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const found = propertiesOf(schema).flatMap(([name, { type }]) => {
    const others = Object.keys(aliases).filter(alias => aliases[alias] === name);
    const sent = [name, ...others].filter(each => Object.hasOwn(given, each)).map(each => given[each]);
    const value = sent.find(each => !isAbsent(each));
    return value === undefined ? [] : [[name, readAs(type, value)] as const];
  });
  return Object.fromEntries(found);
}

/** A number as JSON writes it, of at most 17 digits on each side of the point. */
const numberText = /^\s*-?\d{1,17}(?:\.\d{1,17})?\s*$/;

function readAs(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && numberText.test(value)) return Number(value);
  if (type === 'boolean' && /^\s*(?:true|false)\s*$/i.test(value))
    return value.trim().toLowerCase() === 'true';
  return value;
}

/** Describes the arguments of a tool in words: `query (text, required), limit (whole number, 1 to 20)`. */
export function usageOf(schema: InputSchema): string {
  const required = schema.required ?? [];
  return propertiesOf(schema)
    .map(([name, property]) => `${name} (${typeOf(property)}${required.includes(name) ? ', required' : ''})`)
    .join(', ');
}

function typeOf({ type, enum: values, minimum, maximum, maxLength }: Property): string {
  if (values) return `one of ${values.join(', ')}`;
  if (type === 'integer') return `whole number, ${minimum} to ${maximum}`;
  return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
}
