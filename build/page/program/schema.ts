/** JSON Schemas as the source of JavaScript: short where an object needs all its properties, and else as they are. */
import { keyText, literal } from './text.ts';
import { joined, type Schema, wrapped } from './zod.ts';

/** The functions by which forms are short, as text in JavaScript. */
export const schemaCode: Readonly<Record<string, string>> = {
  text: "const text = more => ({ type: 'string', ...more });",
  list: "const list = (items, more) => ({ type: 'array', items, ...more });",
  record:
    "const record = (properties, more) => ({ type: 'object', required: Object.keys(properties), properties, ...more });",
};

/** Returns the source of a schema. */
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
