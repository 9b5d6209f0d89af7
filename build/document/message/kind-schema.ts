/**
 * Makes the JSON Schema (2020-12) of the front matter of a kind, from the definition with which documents are validated
 * (docs/documents.md#10).
 */
import { z } from 'zod';
import { type Kind, publishedSchema, registeredSchema, schemaVersion } from '../kind/kind.ts';
import { oncePer } from '../text/once-per.ts';

type JsonSchema = Record<string, unknown>;

/** The parts of JSON Schema that occur in the definitions, and the texts in them for people. */
export interface FieldSchema {
  type?: string;
  description?: string;
  rules?: string;
  /** The word for a type that many fields have, such as `share`; absent for a type without one. */
  named?: string;
  unit?: string;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
}

/** Returns the JSON Schema of the fields of a schema, in the form that a sender writes. It is computed once for each schema. */
export const fieldsOf = oncePer(
  (schema: z.ZodObject): Readonly<FieldSchema> =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FieldSchema,
);

/** Returns the fields of a document in the order of the reference, and so the fields in its lists and mappings. */
export const inReferenceOrder = (kind: unknown, value: Record<string, unknown>): Record<string, unknown> =>
  ordered(fieldsOf(publishedSchema(kind as Kind)), value) as Record<string, unknown>;

function ordered({ properties, items }: FieldSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map(each => ordered(items, each)) : value;
  if (!properties || typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  const names = new Set([...Object.keys(properties), ...Object.keys(fields)]);
  const present = [...names].filter(name => name in fields);
  return Object.fromEntries(present.map(name => [name, ordered(properties[name] ?? {}, fields[name])]));
}

/** Returns the path of the JSON Schema of a kind. */
export const jsonSchemaPath = (kind: string): string => `/docs/schemas/${kind}/${schemaVersion}.json`;

/** Returns the path of the JSON Schema of the front matter that editors write for a kind. */
export const sourceSchemaPath = (kind: string): string =>
  `/docs/schemas/${kind}/${schemaVersion}-source.json`;

/** Moves the rule and the unit of a definition into its description, for readers of the JSON Schema. */
function described({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const { description, rules, unit } = jsonSchema;
  const parts = [description, rules && `Rule: ${rules}.`, unit && `Unit: ${unit}.`].filter(Boolean);
  delete jsonSchema.named;
  delete jsonSchema.rules;
  delete jsonSchema.unit;
  if (parts.length > 0) jsonSchema.description = parts.join(' ');
}

/**
 * Returns the JSON Schema of an object in the form that a sender writes: fields with a default may be absent. It is made once for
 * each object.
 */
export const jsonSchemaOf = oncePer((schema: z.ZodObject): Readonly<JsonSchema> => {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: described });
  const { $schema: _, '~standard': __, ...own } = made as JsonSchema;
  return own;
});

/**
 * Returns the JSON Schema of the front matter that a document of a kind has when it is sent or served.
 * @param kinds all kinds that share this schema
 */
export function frontMatterSchema(kind: Kind, kinds: readonly string[] = [kind.kind]): JsonSchema {
  const { description: _, ...own } = jsonSchemaOf(schemaOfKinds(kind, kinds));
  return { title: kind.kind, description: kind.description, ...own };
}

/**
 * Returns the schema of the whole front matter of the kinds that share a schema.
 * @param kinds the names of these kinds
 */
export const schemaOfKinds = (kind: Kind, kinds: readonly string[]): z.ZodObject =>
  kinds.length === 1
    ? publishedSchema(kind)
    : publishedSchema(kind).extend({ kind: z.enum(kinds).meta({ description: 'What the document is.' }) });

/**
 * Returns the JSON Schema of the front matter of a document that a tenant registers, such as a private formation. The documents
 * that the catalog publishes of this kind have another schema.
 */
export function privateSchema(kind: Kind): JsonSchema {
  const description = `${kind.description} As a tenant registers it and reads it again.`;
  return { title: `private ${kind.kind}`, ...jsonSchemaOf(registeredSchema(kind)), description };
}
