/**
 * Makes skeletons from the definition of a kind alone. A skeleton is the smallest valid document of the kind. Has no side
 * effects.
 */

import { authoredSchema, type Kind } from '#document/kind/kind.ts';
import { type FieldSchema, fieldsOf } from '#document/message/kind-schema.ts';
import { type FieldPath, fieldName } from '#document/text/fault.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { capitalized } from '#document/text/plain-text.ts';

/** A place to fill in: the line of the file, the field or section, and what belongs there. */
interface Gap {
  line: number;
  field: string;
  what: string;
}

export interface Skeleton {
  text: string;
  gaps: Gap[];
  /** The fields that may be added. */
  optional: string[];
}

/** A function that returns an existing name that a reference of a sort may name; undefined if the catalog has none. */
type NameOf = (to: string) => string | undefined;

/** The error that a skeleton must state a name of the sort `to`, of which the catalog has none. */
export class MissingReference extends Error {
  readonly to: string;

  constructor(to: string) {
    super(to);
    this.to = to;
  }
}

/** The title of a document, which its texts repeat, and the fields that a person must decide. */
interface Made {
  title: string;
  fields: { path: FieldPath; schema: FieldSchema }[];
}

/**
 * Makes a document of a kind in which every text is `TODO` and every name leads to something that exists.
 * @param named the fields that the path of its file repeats, with their values
 * @throws MissingReference when the catalog has nothing that a required field could name
 */
export function skeletonOf(kind: Kind, named: Readonly<Record<string, string>>, nameOf: NameOf): Skeleton {
  const { properties = {}, required = [], ...shape } = fieldsOf(authoredSchema(kind));
  const last = Object.values(named).at(-1);
  const title = (last === named.version ? named.name : last) ?? kind.kind;
  const given = Object.entries(named).filter(([field]) => field in properties);
  const made: Made = { title, fields: [] };
  const value = leastOf({ ...shape, properties, required }, [], made) as Record<string, unknown>;
  // `verifier-gate` as the beginning of a title.
  const spaced = capitalized(title.replaceAll(/[-_]/g, ' '));
  Object.assign(value, { title: spaced }, Object.fromEntries(given));
  // One for each role: more would need a control.
  if (kind.form === 'artifact')
    (value.budget as { max_agents: number }).max_agents = (value.roles as []).length;
  for (const { to, path } of kind.source?.references?.(value) ?? []) {
    if (path.length === 1 && String(path[0]) in named) continue;
    const name = nameOf(to);
    if (name === undefined) throw new MissingReference(to);
    const holder = path
      .slice(0, -1)
      .reduce<Record<string | number, unknown>>(
        (at, step) => at[step] as Record<string | number, unknown>,
        value,
      );
    // Any record would look like evidence.
    holder[path.at(-1)!] = to === 'research_record' ? placeholder : name;
  }
  const text = writeDocument(value, bodyOf(kind, value));
  const parsed = readDocument(text);
  if (!parsed.ok) throw new Error(`A skeleton of ${kind.kind} cannot be read.`);
  const gaps = made.fields
    .filter(({ path }) => !given.some(([field]) => path.length === 1 && path[0] === field))
    .map(({ path, schema: { description = '', rules } }) => ({
      line: parsed.document.place(path).line,
      field: fieldName(path),
      what: [description, rules && `(${rules})`].filter(Boolean).join(' '),
    }));
  const optional = Object.keys(properties).filter(name => !required.includes(name));
  return { text, gaps: [...gaps, ...sectionsIn(text)], optional };
}

/** A name that is still to be chosen, which the build refuses. */
const placeholder = 'todo';

/** An address that is still to be found, which the build refuses. */
const placeholderUrl = 'https://example.org/TODO';

/** Returns the least value that a schema allows. A field that a person must decide is added to `made.fields`. */
function leastOf(schema: FieldSchema, path: FieldPath, made: Made): unknown {
  const { anyOf, examples, enum: choices, pattern, ...own } = schema;
  if (own.const !== undefined) return own.const;
  if (anyOf) return leastOf({ ...anyOf[0], ...own, ...(examples && { examples }) }, path, made);
  if (own.type === 'object') {
    const entries = (own.required ?? []).map(name => [
      name,
      leastOf(own.properties![name]!, [...path, name], made),
    ]);
    return Object.fromEntries(entries);
  }
  if (own.type === 'array') return listOf(schema, path, made);
  made.fields.push({ path, schema });
  if (choices) return examples?.[0] ?? choices[0];
  // A domain is one of those that there are.
  if (own.named === 'domain') return examples?.[0];
  if (own.type === 'integer') return examples?.[0] ?? own.minimum ?? 1;
  if (pattern !== undefined)
    return new RegExp(pattern, 'u').test(placeholder)
      ? placeholder
      : pattern.includes('http')
        ? placeholderUrl
        : examples?.[0];
  // Unlike any other text of the catalog: no two documents may share what readers choose by.
  const words = path.filter(step => step !== 0).join(' ');
  return `TODO ${words.replaceAll('_', ' ')} of ${made.title}`;
}

function listOf(schema: FieldSchema, path: FieldPath, made: Made): unknown[] {
  // Some lists are asked for an item by a later check, which their rules say.
  const least = Math.max(schema.minItems ?? 0, Number(/^\d+/.exec(schema.rules ?? '')?.[0] ?? 0));
  if (least === 0) made.fields.push({ path, schema });
  const item = { ...schema.items! };
  if (item.type !== 'object' && schema.description) item.description = schema.description;
  return Array.from({ length: least }, (_, index) => leastOf(item, [...path, index], made));
}

/** Returns the sections that a kind asks for, each with `TODO` in place of its text. */
function bodyOf(kind: Kind, value: Record<string, unknown>): string {
  if (kind.form === 'source') return '';
  if (kind.form === 'artifact') {
    const roles = value.roles as { id: string }[];
    return ['## Instructions', ...roles.map(({ id }) => `### ${id}\n\nTODO`)].join('\n\n');
  }
  // The rules of the contract are numbered.
  if (kind.kind === 'contract') return '## TODO\n\n### 1\n\nTODO';
  const required = (kind.headings ?? ['TODO']).filter(heading => !heading.startsWith('?'));
  return required.map(heading => `## ${heading}\n\nTODO`).join('\n\n');
}

function sectionsIn(text: string): Gap[] {
  const lines = text.split('\n');
  return lines.flatMap((each, index) =>
    each === 'TODO'
      ? [{ line: index + 1, field: lines[index - 2]!.replace(/^#+ /, ''), what: 'The section.' }]
      : [],
  );
}
