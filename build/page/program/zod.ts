/** JSON Schemas as source text of zod schemas. */
import { keyText, listOf, quote } from './text.ts';

/** The part of JSON Schema that documents may use (docs/formations.md#6). */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  description?: string;
}

/**
 * Returns the source text of a zod schema, with a line for each entry of an object. A property that may be absent may be null
 * instead, because models that are held to a form must name every property.
 */
export function zodLines(schema: object): string[] {
  const { description, ...form } = schema as Schema;
  const lines = formLines(form);
  if (description === undefined) return lines;
  return [...lines.slice(0, -1), `${lines.at(-1)}.describe(${quote(description)})`];
}

function formLines(schema: Schema): string[] {
  const {
    type,
    enum: values,
    properties = {},
    required = [],
    items,
    minItems,
    maxItems,
    minimum,
    maximum,
    maxLength,
  } = schema;
  const bounds = (least: number | undefined, most: number | undefined) =>
    `${least === undefined ? '' : `.min(${least})`}${most === undefined ? '' : `.max(${most})`}`;
  if ('const' in schema) return [`z.literal(${JSON.stringify(schema.const)})`];
  if (values?.every(value => typeof value === 'string')) return [`z.enum(${listOf(values)})`];
  if (values) return [`z.union([${values.map(value => `z.literal(${JSON.stringify(value)})`).join(', ')}])`];
  if (type === 'array')
    return wrapped('z.array(', zodLines(items ?? { type: 'string' }), `)${bounds(minItems, maxItems)}`);
  if (type === 'object') {
    const entries = Object.entries(properties).flatMap(([name, property]) => {
      const end = required.includes(name) ? ',' : '.nullable(),';
      return wrapped(`${keyText(name)}: `, zodLines(property), end);
    });
    return joined(['z.object({', ...entries.map(line => `  ${line}`), '})']);
  }
  if (type === 'integer') return [`z.number().int()${bounds(minimum, maximum)}`];
  // Services refuse a length in the form of an answer, so the program checks it.
  if (type === 'string' && maxLength !== undefined)
    return [`z.string().refine(text => text.length <= ${maxLength}, 'At most ${maxLength} characters.')`];
  return [
    `z.${type === 'number' || type === 'boolean' || type === 'null' ? type : 'string'}()${type === 'number' ? bounds(minimum, maximum) : ''}`,
  ];
}

/** Adds a text before the first of some lines, and a text after the last. */
export function wrapped(before: string, lines: readonly string[], after: string): string[] {
  const [first = '', ...rest] = lines;
  const last = rest.pop();
  return last === undefined
    ? [`${before}${first}${after}`]
    : [`${before}${first}`, ...rest, `${last}${after}`];
}

/** Joins the lines of an object into one line of at most 120 characters; returns the lines unchanged if they do not fit. */
export function joined(lines: readonly string[]): string[] {
  const line = lines
    .map(each => each.trim())
    .join(' ')
    .replace(/, \}\)/g, ' })');
  return line.length <= 120 ? [line] : [...lines];
}
