/**
 * `/docs/schemas/{kind}/{version}.json`: the JSON Schema of the front matter of each public kind. `…-source.json` is the schema
 * of the front matter that editors write for a kind.
 */

import { authoredSchema } from '#document/kind/kind.ts';
import { kindsUnder, publicKinds } from '#document/message/index.ts';
import {
  frontMatterSchema,
  jsonSchemaOf,
  jsonSchemaPath,
  sourceSchemaPath,
} from '#document/message/kind-schema.ts';
import { layouts } from '../../catalog/source/layout.ts';
import { type DiscoveryFile, type Service, toJson } from './service.ts';

const mediaType = 'application/schema+json';

/** The paths of all JSON Schemas of public kinds. */
export const jsonSchemaPaths: readonly string[] = publicKinds.map(({ kind }) => jsonSchemaPath(kind));

/** The paths of the schemas `v0.1-source.json`, one for each kind that editors write. */
export const sourceSchemaPaths: readonly string[] = layouts.map(({ kind }) => sourceSchemaPath(kind.kind));

export function jsonSchemas({ baseUrl }: Service): DiscoveryFile[] {
  const file = (path: string, title: string, schema: object): DiscoveryFile => {
    const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: baseUrl + path };
    return { paths: [path], mediaType, text: toJson({ ...head, ...schema }), title };
  };
  return [
    ...publicKinds.map(kind =>
      file(
        jsonSchemaPath(kind.kind),
        `JSON Schema of ${kind.kind}`,
        frontMatterSchema(kind, kindsUnder(kind)),
      ),
    ),
    ...layouts.map(({ kind, template }) => {
      const title = `JSON Schema of content/${template}`;
      return file(sourceSchemaPath(kind.kind), title, { title, ...jsonSchemaOf(authoredSchema(kind)) });
    }),
  ];
}
