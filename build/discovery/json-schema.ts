/** `/docs/schemas/{kind}/{version}.json`: the JSON Schema of the front matter of every kind. */

import { publicKinds } from '#document/kind/index.ts';
import { frontMatterSchema, jsonSchemaPath } from '#document/kind-schema.ts';
import { type DiscoveryFile, type Service, toJson } from './service.ts';

const mediaType = 'application/schema+json';

/** The paths of all of them. */
export const jsonSchemaPaths: readonly string[] = publicKinds.map(({ kind }) => jsonSchemaPath(kind));

export function jsonSchemas({ baseUrl }: Service): DiscoveryFile[] {
  return publicKinds.map(kind => {
    const path = jsonSchemaPath(kind.kind);
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: baseUrl + path,
      ...frontMatterSchema(kind),
    };
    return { paths: [path], mediaType, text: toJson(schema), title: `JSON Schema of ${kind.kind}` };
  });
}
