/** Kinds of documents. The definition of a kind validates, types and describes its documents (docs/documents.md#1). */
import { z } from 'zod';
import { oncePer } from '../text/once-per.ts';
import { digest, line, sitePath, webAddress } from './field.ts';
import type { Source } from './source.ts';

/** The present version of every schema of this service (docs/documents.md#4). */
export const schemaVersion = 'v0.1';
const productApiVersion = 'v1';

/** A kind of document. `fields` are its own fields, without the common ones, in the order in which they are written. */
export interface Kind<
  Fields extends z.ZodRawShape = z.ZodRawShape,
  SearchFields extends z.ZodRawShape = z.ZodRawShape,
> {
  kind: string;
  /** `formation.{kind}/v0.1`, or `formation.doc/v0.1` for a plain page. */
  schema: string;
  /** A sentence on the kind, for the schema reference. */
  description: string;
  /**
   * `page`: served at a canonical address; `artifact`: addressed by its bytes, so without a canonical URL;
   * `message`: sent between a client and the service; `registered`: sent by a tenant and kept as a private artifact;
   * `source`: read by the build and not served.
   */
  form: 'page' | 'artifact' | 'message' | 'registered' | 'source';
  fields: z.ZodObject<Fields, z.core.$strict>;
  /** Fields that editors write after the others. They are for search alone, and no page shows them. Absent if there are none. */
  searchFields?: SearchFields;
  /**
   * Fields that editors write inside other fields and that no page shows, with a function that returns a value without them.
   */
  unpublished?: {
    fields: z.ZodRawShape;
    without(value: Record<string, unknown>): Record<string, unknown>;
  };
  /** The headings of the body, in order; a heading with `?` may be absent. Undefined if the body is free. */
  headings?: readonly string[];
  /** The most characters of front matter; absent if the usual number applies (`frontMatterLimit`). */
  maxFrontMatter?: number;
  /** Further text for the schema reference; absent if the fields need none. */
  note?: string;
  /** The rules by which files of this kind in `content/` are read; absent if there are none. */
  source?: Source<Value<Fields, SearchFields>>;
  /** The way in which a browser shows its pages; absent for a kind with only text and fields. */
  reading?: {
    /** The name of the file in `build/edition/section/` that shows the fields; absent if none shows them in a better form. */
    section?: Section;
    /**
     * The title of the list in which a page stands with its neighbours, if all pages of the kind are in one list; otherwise
     * absent.
     */
    shelf?: string;
  };
  /**
   * The place of this kind, from 1, in each list of kinds to choose from. A list in which the kind is not offered is absent.
   */
  offered?: Partial<Record<Offer, number>>;
}

/**
 * The name of a list from which kinds are chosen. `resource`: the kinds that MCP lists (docs/mcp.md#10). `search`: the kinds to
 * which the tool `search` of MCP can be limited.
 */
export type Offer = 'resource' | 'search';

/** The name of a section, which is the part of a page that shows fields in a browser. */
export type Section =
  | 'pattern'
  | 'version'
  | 'research'
  | 'findings'
  | 'domain'
  | 'task'
  | 'listing'
  | 'search'
  | 'comparison'
  | 'comparison_method';

/** The type of the front matter that an editor writes. */
type Value<Fields extends z.ZodRawShape, SearchFields extends z.ZodRawShape> = z.infer<
  z.ZodObject<typeof authoredFields & Fields & SearchFields>
>;

const kilobyte = 1024;

/** Returns the most characters of front matter that a document of a kind may have (docs/documents.md#3). */
export const frontMatterLimit = ({ maxFrontMatter, form }: Pick<Kind, 'maxFrontMatter' | 'form'>): number =>
  maxFrontMatter ?? (form === 'message' ? 8 * kilobyte : 64 * kilobyte);

/** Defines a kind. The name of its schema follows from the name of the kind. */
export function defineKind<
  Fields extends z.ZodRawShape,
  SearchFields extends z.ZodRawShape = Record<never, never>,
>(
  definition: Omit<Kind, 'schema' | 'fields' | 'searchFields' | 'source'> & {
    fields: Fields;
    searchFields?: SearchFields;
    schema?: string;
    source?: Source<Value<NoInfer<Fields>, NoInfer<SearchFields>>>;
  },
): Kind<Fields, SearchFields> {
  const schema = definition.schema ?? `formation.${definition.kind}/${schemaVersion}`;
  return { ...definition, schema, fields: z.strictObject(definition.fields) };
}

/** The fields that every page has, before all others, in this order (docs/documents.md#4). */
export const commonFields = {
  schema: line(128).meta({
    description: 'The schema that the document follows.',
    examples: ['formation.doc/v0.1'],
  }),
  kind: line(64).meta({ description: 'The kind of the document.', examples: ['pattern'] }),
  visibility: z
    .enum(['public', 'tenant'])
    .meta({ description: 'Who may read the document.', examples: ['public'] }),
  canonical_url: webAddress.meta({
    description: 'The address of the page. An artifact has none: its bytes are the same on every host.',
  }),
  path: sitePath.meta({ description: 'The path of the page on this service.' }),
  product_api_version: z
    .literal(productApiVersion)
    .meta({ description: 'The version of the API.', examples: ['v1'] }),
  schema_version: z
    .literal(schemaVersion)
    .meta({ description: 'The version of the schema.', examples: ['v0.1'] }),
  title: line(120).meta({ description: 'The name of the page.', examples: ['Tool loop (ReAct)'] }),
  description: line(300).meta({
    description: 'The purpose of the page in one line. Indexes and search show it.',
  }),
} as const;

/** The common fields that an editor writes. The build derives the others from the kind and the place of the file. */
const authoredFields = { title: commonFields.title, description: commonFields.description } as const;

/**
 * Returns the schema of the whole front matter of a published document of a kind, common fields first. Each schema is made
 * once, since making one takes longer than validating with it.
 */
export const publishedSchema: (kind: Kind) => z.ZodObject = oncePer(makePublishedSchema);

function makePublishedSchema(kind: Kind): z.ZodObject {
  const { canonical_url, ...withoutUrl } = commonFields;
  const names = {
    schema: z.literal(kind.schema).meta({ description: 'The schema that the document follows.' }),
    kind: z.literal(kind.kind).meta({ description: 'The kind of the document.' }),
  };
  if (kind.form === 'registered') return registeredSchema(kind);
  if (kind.form === 'message') return z.strictObject({ ...names, ...kind.fields.shape });
  const { schema: _schema, kind: _kind, visibility, ...rest } = withoutUrl;
  const address = kind.form === 'artifact' ? {} : { canonical_url };
  return z.strictObject({ ...names, visibility, ...address, ...rest, ...kind.fields.shape });
}

/**
 * Makes the schema of the front matter of a document that a tenant registers. Its bytes are stored as they were sent, so it has
 * only fields that a sender can know: no `canonical_url`, and no `path`, which contains its digest.
 */
export function registeredSchema(kind: Kind): z.ZodObject {
  return z.strictObject({
    schema: z.literal(kind.schema).meta({ description: 'The schema that the document follows.' }),
    kind: z.literal(kind.kind).meta({ description: 'The kind of the document.' }),
    visibility: z
      .literal('tenant')
      .optional()
      .meta({ description: 'Who may read the document: only the tenant, even when this field is absent.' }),
    product_api_version: commonFields.product_api_version.optional(),
    schema_version: commonFields.schema_version.optional(),
    title: commonFields.title,
    description: commonFields.description,
    supersedes: digest.optional().meta({
      description: 'An artifact of the tenant, of the same kind, that this one replaces from now on.',
    }),
    ...kind.fields.shape,
  });
}

/** Returns the schema of the front matter that an editor writes for a kind. */
export const authoredSchema = oncePer(makeAuthoredSchema) as typeof makeAuthoredSchema;

function makeAuthoredSchema<Fields extends z.ZodRawShape, SearchFields extends z.ZodRawShape>(
  kind: Kind<Fields, SearchFields>,
) {
  const own = { ...kind.fields.shape, ...kind.unpublished?.fields };
  const fields = { ...(!kind.source?.record && authoredFields), ...own, ...kind.searchFields };
  return z.strictObject(fields as unknown as typeof authoredFields & Fields & SearchFields);
}

export type Authored<K> =
  K extends Kind<infer Fields, infer SearchFields> ? Value<Fields, SearchFields> : never;

/** Returns front matter with the derived common fields before the given ones, in the order of every page. */
export function head(
  kind: Pick<Kind, 'kind' | 'schema' | 'form'>,
  page: {
    path: string;
    baseUrl: string;
    title: string;
    description: string;
    visibility?: 'public' | 'tenant';
  },
): Record<string, unknown> {
  return {
    schema: kind.schema,
    kind: kind.kind,
    visibility: page.visibility ?? 'public',
    canonical_url: kind.form === 'artifact' ? undefined : page.baseUrl + page.path,
    path: page.path,
    product_api_version: productApiVersion,
    schema_version: schemaVersion,
    title: page.title,
    description: page.description,
  };
}

/** Returns the fields of a kind in the order of its definition. */
export function inOrder(kind: Kind, value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(kind.fields.shape).map(field => [field, value[field]]));
}
