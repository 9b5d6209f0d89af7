/** Names, texts and plain data in the form in which programs state them. */
import type { Edge } from '#document/kind/topology.ts';
import { quoted } from './write.ts';

/** The names that no function of a role may have, because the program or the language uses them. */
const taken = new Set(
  (
    'act again agent agents answer answerOf answers args arrange ask await before break budget case checkQuotes class ' +
    'const continue deduplicate default delete do each else end ended enum export false file folder for forms ' +
    'function given help if import in inWords inputs interrupted list log main match meta mkdirSync most new null own ' +
    'parallel programs prompt record resolve results return roles run see seen spent startedAt stop stopped switch ' +
    'tasks team text this throw together tools true try typeof undefined var void vote while with works wrong yield z'
  ).split(' '),
);

/**
 * Returns the name of the function of a role: its id in camel case. If that name is reserved or begins with a digit, `role` is
 * put before it.
 */
export function functionName(id: string): string {
  const name = id.replace(/-([a-z0-9])/g, (_, sign: string) => sign.toUpperCase());
  return taken.has(name) || /^\d/.test(name) ? `role${name[0]!.toUpperCase()}${name.slice(1)}` : name;
}

/**
 * Returns the key under which works say whether a role takes an edge. It is cut to 64 characters, which is
 * the most that a key of a schema may have.
 */
export const edgeKey = ({ from, to }: Pick<Edge, 'from' | 'to'>): string => `${from}.${to}`.slice(0, 64);

export const indented = (lines: readonly string[]): string[] =>
  lines.map(line => (line === '' ? '' : `  ${line}`));

/** Writes a text as a literal in single quotes, as formatters do. */
export const quote = (text: string): string =>
  `'${quoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

export const listOf = (texts: readonly string[]): string => `[${texts.map(quote).join(', ')}]`;

/** Writes a text as a comment on one line, with its line ends escaped. */
export const comment = (text: string): string => `// ${quoted(text).slice(1, -1).replaceAll('\\"', '"')}`;

/** Writes plain data as JavaScript: on one line if it has at most `width` characters, else with a line for each entry. */
export function literal(value: unknown, width = 100): string[] {
  const line = inline(value);
  if (line.length <= width || typeof value !== 'object' || value === null) return [line];
  const isList = Array.isArray(value);
  const entries = isList ? value.map(item => ['', item] as const) : Object.entries(value);
  return [
    isList ? '[' : '{',
    ...entries.flatMap(([key, item]) => {
      const name = isList ? '' : `${keyText(key)}: `;
      const [first, ...rest] = literal(item, width - 2 - name.length);
      const lines = [`${name}${first}`, ...rest];
      return [...lines.slice(0, -1), `${lines.at(-1)},`].map(text => `  ${text}`);
    }),
    isList ? ']' : '}',
  ];
}

function inline(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${inline(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Writes a key of an object literal. `__proto__` is in brackets, since only then is it a key. */
export function keyText(key: string): string {
  if (key === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}
