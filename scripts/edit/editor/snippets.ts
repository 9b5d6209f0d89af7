/**
 * Snippets for VS Code, from the definitions of the kinds: a whole document of each kind, and each of its fields, with a choice
 * where only some values are valid. Pure.
 */

import { authoredSchema, type Kind } from '#document/kind/kind.ts';
import { type FieldSchema, fieldsOf } from '#document/message/kind-schema.ts';
import { layouts } from '../../../build/catalog/source/layout.ts';

interface Snippet {
  prefix: string;
  scope: 'markdown';
  description: string;
  body: string;
}

/** All snippets by name. A field that is the same in several kinds has one. */
function snippets(): Record<string, Snippet> {
  const made: Record<string, Snippet> = {};
  const named = layouts.filter(({ kind, template }) => template.includes('{') && !kind.source?.record);
  for (const { kind, template } of named) {
    const name = kind.kind.replaceAll('_', '-');
    made[`${name}, the whole document`] = {
      prefix: name,
      scope: 'markdown',
      description: `${kind.description} File: content/${template}`,
      body: documentOf(kind),
    };
  }
  const fields = new Map<string, { kinds: string[]; snippet: Snippet }>();
  for (const { kind } of named) {
    for (const [name, schema] of fieldsIn(schemaOf(kind))) {
      const snippet = fieldOf(name, schema);
      const key = JSON.stringify(snippet);
      const known = fields.get(key) ?? { kinds: [], snippet };
      if (!known.kinds.includes(kind.kind)) known.kinds.push(kind.kind);
      fields.set(key, known);
    }
  }
  for (const { kinds, snippet } of fields.values())
    made[`${snippet.prefix} of ${kinds.join(', ')}`] = snippet;
  return made;
}

const schemaOf = (kind: Kind): FieldSchema => fieldsOf(authoredSchema(kind));

/** The fields of an object and of those within it. */
function* fieldsIn({ properties = {} }: FieldSchema): Generator<[name: string, FieldSchema]> {
  for (const [name, given] of Object.entries(properties)) {
    const schema = plain(given);
    yield [name, schema];
    yield* fieldsIn(schema.items ? plain(schema.items) : schema);
  }
}

/** The first of several forms. */
const plain = ({ anyOf, ...schema }: FieldSchema): FieldSchema =>
  anyOf ? { ...plain(anyOf[0]!), ...schema } : schema;

function fieldOf(name: string, schema: FieldSchema): Snippet {
  const { description = '', rules } = schema;
  return {
    prefix: name,
    scope: 'markdown',
    description: rules === undefined ? description : `${description} Rule: ${rules}.`,
    body: new Writer().field(name, schema).join('\n'),
  };
}

function documentOf(kind: Kind): string {
  const writer = new Writer();
  const fields = writer.object(schemaOf(kind));
  // The sections of a version are its instructions, one for each role.
  const isVersion = kind.form === 'artifact';
  const named = kind.headings?.filter(each => !each.startsWith('?')) ?? [writer.gap('Section')];
  const headings = isVersion ? [] : named;
  const roles = isVersion ? ['', '## Instructions', '', `### ${writer.gap('role')}`, '', writer.gap('')] : [];
  const sections = [...roles, ...headings.flatMap(heading => ['', `## ${heading}`, '', writer.gap('')])];
  return ['---', ...fields, '---', ...sections].join('\n');
}

/** Writes YAML with numbered gaps. */
class Writer {
  #gaps = 0;

  /** A gap with the text that stands in it at first. */
  gap(text: string): string {
    this.#gaps += 1;
    return text === '' ? `$${this.#gaps}` : `\${${this.#gaps}:${text.replaceAll(/[\\$}]/g, '\\$&')}}`;
  }

  /** The fields that an object must have. */
  object({ properties = {}, required = [] }: FieldSchema): string[] {
    return required.flatMap(name => this.field(name, plain(properties[name]!)));
  }

  field(name: string, schema: FieldSchema): string[] {
    if (schema.type === 'object') return [`${name}:`, ...indented(this.object(schema))];
    if (schema.type !== 'array') return [`${name}: ${this.#scalar(name, schema)}`];
    // The example of a list names what the list holds; that of its items, any name.
    const item = {
      ...plain(schema.items ?? {}),
      ...(schema.examples && { examples: schema.examples.map(each => String(each).replace(/^\[|\]$/g, '')) }),
    };
    if (item.type === 'object') {
      const [first = '', ...rest] = this.object(item);
      return [`${name}:`, `  - ${first}`, ...indented(indented(rest))];
    }
    const isShort = item.enum !== undefined || item.pattern !== undefined;
    // Some lists are asked for an item by a later check, which their rules say.
    const isEmpty = (schema.minItems ?? 0) === 0 && !/^[1-9]/.test(schema.rules ?? '');
    if (isEmpty) return [`${name}: [${this.gap('')}]`];
    const scalar = this.#scalar(name, item);
    return isShort ? [`${name}: [${scalar}]`] : [`${name}:`, `  - ${scalar}`];
  }

  #scalar(name: string, { const: fixed, enum: values, type, examples = [] }: FieldSchema): string {
    if (fixed !== undefined) return String(fixed);
    const choices = type === 'boolean' ? [true, false] : values;
    if (!choices) {
      const gap = this.gap(String(examples[0] ?? (type === 'integer' ? 1 : name)));
      // A text that looks like a number is one only in quotes.
      return /^-?\d+\.\d+$/.test(String(examples[0])) ? `"${gap}"` : gap;
    }
    this.#gaps += 1;
    return `\${${this.#gaps}|${choices.map(each => String(each).replaceAll(/[\\,|]/g, '\\$&')).join(',')}|}`;
  }
}

const indented = (lines: readonly string[]): string[] => lines.map(line => `  ${line}`);

export const snippetFile = '.vscode/catalog.code-snippets';

/** The file with all snippets, a line each. */
export function snippetText(): string {
  const lines = Object.entries(snippets()).map(([name, snippet]) =>
    [JSON.stringify(name), JSON.stringify(snippet)].join(': '),
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}
