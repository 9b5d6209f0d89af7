/** The OpenAPI description and the JSON Schemas: judged by other people's validators, and by every document that there is. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { authoredSchema, publishedSchema } from '#document/kind/kind.ts';
import { methodOf } from '#document/message/door.ts';
import { publicKinds, sourceKinds } from '#document/message/index.ts';
import { jsonSchemaOf, jsonSchemaPath } from '#document/message/kind-schema.ts';
import { publicDoors } from '#document/message/public.ts';
import { apiRoutes } from '#document/message/routes.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { layoutOf } from '../../../../build/catalog/source/layout.ts';
import { outOfOrder } from '../../../support/field-order.ts';
import { exampleContent } from '../../../support/folder.ts';
import { exampleDist, manifestIn, readingDist } from '../../../support/shared.ts';
import { assertIncludes } from '../../../support/text.ts';

type Json = Record<string, unknown>;

const dist = exampleDist();
const { pages } = manifestIn(dist);
const read = (path: string) =>
  readFileSync(join(dist, pages.find(page => page.path === path)?.file ?? `no page ${path}`), 'utf8');
const json = (path: string) => JSON.parse(read(path)) as Json;
const fieldsOf = (text: string): Json => {
  const parsed = readDocument(text);
  assert.ok(parsed.ok);
  return parsed.document.value;
};

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
const validators = new Map(publicKinds.map(({ kind }) => [kind, ajv.compile(json(jsonSchemaPath(kind)))]));

/** Other values of a document, each with one thing changed that no schema of a kind allows. */
function* mutations(value: Json): Generator<[string, Json]> {
  yield ['an unknown field', { ...value, surplus: 1 }];
  for (const name of Object.keys(value)) {
    const { [name]: _, ...rest } = value;
    yield [`no ${name}`, rest];
    yield [`a mapping in ${name}`, { ...value, [name]: { surplus: [] } }];
    yield [`null in ${name}`, { ...value, [name]: null }];
  }
}

/** Holds a document against a schema, and its mutations against what the kind itself says of their shape. */
function judge(
  what: string,
  value: Json,
  validate: ValidateFunction,
  isRefused: (other: Json) => boolean,
): number {
  assert.ok(validate(value), `${what}: ${JSON.stringify(validate.errors)}`);
  let refused = 0;
  for (const [change, other] of mutations(value)) {
    if (!isRefused(other)) continue;
    assert.ok(!validate(other), `${what}: ${change} passes`);
    refused += 1;
  }
  return refused;
}

describe('the OpenAPI description', () => {
  const description = json('/docs/openapi.json') as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; parameters?: Json[]; requestBody?: Json }>>;
  };

  test('is valid, and each operation has a name of its own', async () => {
    const result = await new Validator().validate(structuredClone(description));
    assert.deepEqual([result.valid, result.errors], [true, undefined]);
    assert.match(description.openapi, /^3\.1\./);
    const names = Object.values(description.paths)
      .flatMap(Object.values)
      .map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, names.length);
  });

  test('has every route of the API, with its parameters', () => {
    for (const route of Object.values(apiRoutes)) {
      const { query } = route;
      const method = methodOf(route);
      const address = route.path.replace('{tenant}', '{tenant_id}').replace('{job}', '{job_id}');
      const operation = description.paths[address]?.[method.toLowerCase()];
      assert.ok(operation, `${method} ${address}`);
      const named = (operation.parameters ?? []).filter(each => each.in === 'query').map(({ name }) => name);
      assert.deepEqual(
        named,
        query.map(({ name }) => name),
        address,
      );
      assert.equal(operation.requestBody !== undefined, method === 'POST');
    }
  });

  test('has every public door, and no other address', () => {
    const doors = publicDoors.map(door => `${methodOf(door)} ${door.path.replace('{+', '{')}`);
    const described = Object.entries(description.paths)
      .filter(([path]) => !path.startsWith('/v1/'))
      .flatMap(([path, operations]) =>
        Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
      );
    assert.deepEqual(described.sort(), doors.sort());
    for (const door of publicDoors) {
      const { path, query } = door;
      const { parameters = [] } = description.paths[path.replace('{+', '{')]![methodOf(door).toLowerCase()]!;
      assert.deepEqual(
        parameters.filter(each => each.in === 'query').map(({ name }) => name),
        query.map(({ name }) => name),
        path,
      );
    }
  });

  test('has an operation for every citation and drawing, with no slash in a variable', () => {
    const forms = Object.keys(description.paths).map(
      path => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    );
    const beside = manifestIn(readingDist()).pages.filter(
      ({ path }) => /\.(?:bib|csl\.json|svg)$/.test(path) && !path.startsWith('/reading/'),
    );
    for (const { path } of beside) assert.equal(forms.filter(form => form.test(path)).length, 1, path);
    for (const ending of ['bib', 'csl.json', 'svg'])
      assert.ok(
        beside.some(({ path }) => path.startsWith('/formations/') && path.endsWith(ending)),
        ending,
      );
  });

  test('and the schemas are named by the API catalog', () => {
    const text = read('/.well-known/api-catalog');
    assertIncludes(text, ['/docs/openapi.json', ...publicKinds.map(({ kind }) => jsonSchemaPath(kind))]);
  });
});

describe('the JSON Schema of a kind', () => {
  test('takes every page of that kind, and refuses what the kind refuses of its shape', () => {
    const named = new Map(
      publicKinds.map(({ schema }) => [schema, validators.get(schema.split(/[./]/)[1]!)!]),
    );
    let refused = 0;
    const kinds = new Map(publicKinds.map(kind => [kind.kind, kind]));
    for (const page of pages.filter(
      ({ media_type, same_as }) => media_type.startsWith('text/markdown') && !same_as,
    )) {
      const kind = kinds.get(page.kind);
      if (!kind || !read(page.path).startsWith('---\n')) continue;
      const value = fieldsOf(read(page.path));
      const byName = named.get(String(value.schema))!;
      assert.ok(byName(value), `${page.path}: ${value.schema}: ${JSON.stringify(byName.errors)}`);
      assert.deepEqual(outOfOrder(value), [], page.path);
      const schema = publishedSchema(kind);
      const validate = validators.get(kind.kind)!;
      refused += judge(page.path, value, validate, other => !schema.safeParse(other).success);
    }
    assert.ok(refused > 1000, String(refused));
  });

  test('made for what editors write takes every file of the content', () => {
    const root = join(import.meta.dirname, '../../../..');
    let files = 0;
    for (const folder of [join(root, 'content'), exampleContent]) {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name =>
        name.replaceAll('\\', '/'),
      );
      for (const kind of [...publicKinds, ...sourceKinds]) {
        const own = names.filter(name => layoutOf(name)?.kind === kind);
        if (own.length === 0) continue;
        const [published, authored] = [publishedSchema(kind), authoredSchema(kind)].map(schema =>
          ajv.compile(jsonSchemaOf(schema)),
        );
        for (const name of own) {
          const value = fieldsOf(readFileSync(join(folder, name), 'utf8'));
          // Published versions are whole documents; of others the build derives the common fields.
          const validate = 'schema' in value ? published! : authored!;
          assert.ok(validate(value), `${name}: ${JSON.stringify(validate.errors)}`);
          assert.ok(!validate({ ...value, surplus: 1 }), name);
          files += 1;
        }
      }
    }
    assert.ok(files > 200, String(files));
  });
});
