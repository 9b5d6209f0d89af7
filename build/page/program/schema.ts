/** JSON Schemas as source text in JavaScript: in a short form if an object needs all its properties, and else unchanged. */
import { keyText, literal } from './text.ts';
import { joined, type Schema, wrapped } from './zod.ts';

/** The functions that make the short forms, as text in JavaScript, by name. */
export const schemaCode: Readonly<Record<string, string>> = {
  text: "const text = more => ({ type: 'string', ...more });",
  list: "const list = (items, more) => ({ type: 'array', items, ...more });",
  record:
    "const record = (properties, more) => ({ type: 'object', required: Object.keys(properties), properties, ...more });",
};

/** Returns the source text of a schema, as lines. */
export function schemaLines(schema: Schema): string[] {
  const { type, items, properties, required = [], ...others } = schema;
  const more = Object.keys(others).length > 0 ? literal(others, Number.POSITIVE_INFINITY) : [];
  const end = more.map(text => `, ${text}`).join('');
  if (type === 'string') return [`text(${more.join('')})`];
  if (type === 'array' && items) return wrapped('list(', schemaLines(items), `${end})`);
  if (type !== 'object' || !properties || String(required) !== String(Object.keys(properties)))
    return literal(schema);
  const entries = Object.entries(properties).flatMap(([name, property]) =>
    wrapped(`  ${keyText(name)}: `, schemaLines(property), ','),
  );
  return joined(['record({', ...entries, `}${end})`]);
}
