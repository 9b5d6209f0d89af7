/** Skeletons: the least document of a kind that is valid, made from the definition of the kind alone. Pure. */

import { authoredSchema, type Kind } from '#document/kind/kind.ts';
import { type FieldSchema, fieldsOf } from '#document/message/kind-schema.ts';
import { type FieldPath, fieldName } from '#document/text/fault.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';

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

/** What the catalog has under the names that references lead to; undefined when it has none. */
export type NameOf = (to: string) => string | undefined;

/** A document that a skeleton must name and that does not exist. */
export class MissingReference extends Error {
  readonly to: string;

  constructor(to: string) {
    super(to);
    this.to = to;
  }
}

/**
 * Makes a document of a kind in which every text is `TODO` and every name leads to something that exists.
 * @param named the fields that the path of its file repeats
 * @throws MissingReference when the catalog has nothing that a required field could name
 */
export function skeletonOf(kind: Kind, named: Readonly<Record<string, string>>, nameOf: NameOf): Skeleton {
  const shape = fieldsOf(authoredSchema(kind));
  const title = Object.values(named).at(-1) === named.version ? named.name : Object.values(named).at(-1);
  const given = { title: spaced(title ?? kind.kind), ...pick(named, shape.properties!) };
  const fields: { path: FieldPath; schema: FieldSchema }[] = [];
  const value = leastOf(shape, [], title ?? kind.kind, fields) as Record<string, unknown>;
  Object.assign(value, given);
  // One for each role: more would need a control.
  if (kind.form === 'artifact')
    (value.budget as { max_agents: number }).max_agents = (value.roles as []).length;
  for (const { to, path } of kind.source?.references?.(value) ?? []) {
    if (path.length === 1 && String(path[0]) in named) continue;
    const name = nameOf(to);
    if (name === undefined) throw new MissingReference(to);
    // Any record would look like evidence.
    put(value, path, to === 'research_record' ? placeholder : name);
  }
  const text = writeDocument(value, bodyOf(kind, value));
  const parsed = readDocument(text);
  if (!parsed.ok) throw new Error(`A skeleton of ${kind.kind} cannot be read.`);
  const { place } = parsed.document;
  const gaps = fields
    .filter(({ path }) => !(path.length === 1 && String(path[0]) in pick(named, shape.properties!)))
    .map(({ path, schema: { description = '', rules } }) => ({
      line: place(path).line,
      field: fieldName(path),
      what: [description, rules && `(${rules})`].filter(Boolean).join(' '),
    }));
  const optional = Object.keys(shape.properties!).filter(name => !shape.required!.includes(name));
  return { text, gaps: [...gaps, ...sectionsIn(text)], optional };
}

const pick = (named: Readonly<Record<string, string>>, among: object) =>
  Object.fromEntries(Object.entries(named).filter(([field]) => field in among));

/** `verifier-gate` as the beginning of a title. */
const spaced = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ');

/** The least value of a schema. What a person must decide is added to `fields`. */
function leastOf(
  schema: FieldSchema,
  path: FieldPath,
  title: string,
  fields: { path: FieldPath; schema: FieldSchema }[],
): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return leastOf({ ...schema.anyOf[0], ...pickText(schema) }, path, title, fields);
  if (schema.type === 'object') {
    const required = schema.required ?? [];
    return Object.fromEntries(
      required.map(name => [name, leastOf(schema.properties![name]!, [...path, name], title, fields)]),
    );
  }
  if (schema.type === 'array') return listOf(schema, path, title, fields);
  fields.push({ path, schema });
  if (schema.enum) return schema.examples?.[0] ?? schema.enum[0];
  // A domain is one of those that there are.
  if (schema.named === 'domain') return schema.examples?.[0];
  if (schema.type === 'integer') return schema.examples?.[0] ?? schema.minimum ?? 1;
  if (schema.pattern === undefined) return textOf(path, title);
  if (new RegExp(schema.pattern, 'u').test(placeholder)) return placeholder;
  return schema.pattern.includes('http') ? placeholderUrl : schema.examples?.[0];
}

const pickText = ({ description, rules, examples }: FieldSchema) => ({
  ...(description && { description }),
  ...(rules && { rules }),
  ...(examples && { examples }),
});

/** A name that is still to be chosen, which the build refuses. */
const placeholder = 'todo';

/** An address that is still to be found, which the build refuses. */
const placeholderUrl = 'https://example.org/TODO';

/** Unlike any other text of the catalog: no two documents may share what readers choose by. */
const textOf = (path: FieldPath, title: string): string =>
  `TODO ${path
    .filter(step => step !== 0)
    .join(' ')
    .replaceAll('_', ' ')} of ${title}`;

function listOf(
  schema: FieldSchema,
  path: FieldPath,
  title: string,
  fields: { path: FieldPath; schema: FieldSchema }[],
): unknown[] {
  // Some lists are asked for an item by a later check, which their rules say.
  const least = Math.max(schema.minItems ?? 0, Number(/^\d+/.exec(schema.rules ?? '')?.[0] ?? 0));
  if (least === 0) fields.push({ path, schema });
  const item = { ...schema.items! };
  if (item.type !== 'object' && schema.description) item.description = schema.description;
  return Array.from({ length: least }, (_, index) => leastOf(item, [...path, index], title, fields));
}

function put(value: unknown, path: FieldPath, name: string): void {
  let here = value as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) here = here[step] as Record<string | number, unknown>;
  here[path.at(-1)!] = name;
}

/** The sections that a kind asks for, each with a line to replace. */
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
