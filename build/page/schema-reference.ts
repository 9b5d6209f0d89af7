/** `/docs/schemas/{kind}/{version}.md`: the reference of a schema, made from the definition by which documents are validated. */

import { maxLine } from '#document/guard/body.ts';
import { frontMatterLimit, type Kind } from '#document/kind/kind.ts';
import { doc, kindsUnder, publicKinds } from '#document/message/index.ts';
import { type FieldSchema, fieldsOf, schemaOfKinds } from '#document/message/kind-schema.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { composedPage, type Page, type Setting, schemaPath } from './compose/page.ts';

/** The kinds whose schemas have a reference. Kinds with the same schema share one, which is that of the first of them. */
const schemaKinds = publicKinds.filter(
  (kind, at) => publicKinds.findIndex(other => other.schema === kind.schema) === at,
);

/** The paths of all references, so that content may link to them. */
export const schemaReferencePaths = schemaKinds.map(kind => schemaPath(kind.schema));

export function schemaReferencePages(_catalog: Catalog, setting: Setting): Page[] {
  return schemaKinds.map(kind =>
    composedPage({
      kind: doc as unknown as Kind,
      path: schemaPath(kind.schema),
      title: `Schema ${kind.schema}`,
      description: kind.description,
      body: () => referenceOf(kind),
      // It is made from code alone, whose version is part of every key.
      setting,
    }),
  );
}

/** Writes the reference of a kind as Markdown. */
function referenceOf(kind: Kind): string {
  const schema = fieldsOf(schemaOfKinds(kind, kindsUnder(kind)));
  const order = `A document has these fields in this order, and no others.${limitOf(kind)}`;
  const types = [...namedTypes(schema)].sort().map(([name, rules]) => `- ${name}: ${rules}`);
  const typeList = types.length === 0 ? '' : `\n\n## Types\n\n${types.join('\n')}`;
  return `${kind.description}\n\n## Fields\n\n${order}\n\n${fieldLines(schema, '').join('\n')}${typeList}${bodyNote(kind)}`;
}

/** Writes the limits of size that the sender of a document must know; empty for a kind of which nobody sends documents. */
function limitOf(kind: Kind): string {
  if (kind.form !== 'message' && kind.form !== 'registered') return '';
  const lines = kind.form === 'registered' ? `, in lines of at most ${maxLine} characters` : '';
  return ` The front matter may have at most ${frontMatterLimit(kind) / 1024} KiB${lines}.`;
}

/** Returns the named types that a schema uses at any depth: for each name, its rules. */
function namedTypes(schema: FieldSchema): Map<string, string> {
  const own: [string, string][] = schema.named ? [[schema.named, schema.rules ?? '']] : [];
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ];
  return new Map([...own, ...inner.flatMap(each => [...namedTypes(each)])]);
}

function fieldLines(schema: FieldSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const required = schema.required?.includes(name) ?? false;
    const path = `${prefix}${name}`;
    if (field.items?.properties)
      return [line(`${path}[]`, field, required), ...fieldLines(field.items, `${path}[].`)];
    if (field.properties) return [line(path, field, required), ...fieldLines(field, `${path}.`)];
    return [line(field.items ? `${path}[]` : path, field, required)];
  });
}

function line(path: string, field: FieldSchema, required: boolean): string {
  const facts = [
    typeOf(field),
    required ? 'required' : 'optional',
    rulesOf(field),
    field.unit && `unit: ${field.unit}`,
    field.examples?.[0] !== undefined && `example \`${exampleOf(field.examples[0])}\``,
  ].filter(Boolean);
  return `- \`${path}\` (${facts.join('; ')}): ${field.description ?? ''}`.trimEnd();
}

function typeOf(field: FieldSchema): string {
  if (field.named) return field.named;
  if (field.anyOf) return field.anyOf.map(typeOf).join(' or ');
  if (field.items) return `list of ${field.items.properties ? 'mappings' : typeOf(field.items)}`;
  if (field.enum) return `one of ${field.enum.map(value => `\`${String(value)}\``).join(', ')}`;
  if (field.const !== undefined) return `\`${String(field.const)}\``;
  if (field.type === 'object') return 'mapping';
  return field.type ?? 'any';
}

/** Writes the rules of a field and, for a list, the rules of its items. */
function rulesOf(field: FieldSchema): string {
  if (field.named) return '';
  const own = field.rules ?? (field.maximum !== undefined ? `at most ${field.maximum}` : '');
  const item = field.items && !field.items.properties && !field.items.named ? field.items.rules : undefined;
  return [own, item && `each: ${item}`].filter(Boolean).join('; ');
}

const exampleOf = (example: unknown): string =>
  typeof example === 'object' ? JSON.stringify(example) : String(example);

function bodyNote(kind: Kind): string {
  const note = kind.note === undefined ? '' : `\n\n## Use\n\n${kind.note}`;
  if (kind.form === 'message' || kind.form === 'registered')
    return `\n\n## Body\n\nThe Markdown body is empty.${note}`;
  if (!kind.headings) return note;
  const names = kind.headings.map(name => (name.startsWith('?') ? `${name.slice(1)} (optional)` : name));
  return `\n\n## Body\n\nThe body has these sections, in this order: ${names.join(', ')}.${note}`;
}
