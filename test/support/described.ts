/** Holds real requests and answers against the OpenAPI description: statuses, headers, media types, and front matter against its schema. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { readDocument } from '#document/text/front-matter.ts';
import { outOfOrder } from './field-order.ts';
import { type Answer, type Asked, witnesses } from './server.ts';
import { exampleDist, manifestIn } from './shared.ts';

type Json = Record<string, unknown>;
interface Content {
  [type: string]: { schema: { contentSchema?: AnySchema } };
}
interface Described {
  headers?: Record<string, { required?: boolean; schema: AnySchema }>;
  content?: Content;
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: AnySchema }[];
  requestBody?: { content: Content };
  responses: Record<string, Described>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: Json;
}

/** Headers of the connection and those that every answer has, whatever is asked (`server/http/`). */
const unsaid =
  /^(connection|keep-alive|date|content-(type|length|security-policy)|access-control-.*|cross-origin-resource-policy|referrer-policy|x-.*)$/;

/** A judge of exchanges. It remembers the statuses of each operation that it saw. */
class Judge {
  readonly seen = new Map<string, Set<number>>();
  readonly #operations: { path: RegExp; method: string; operation: Operation }[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<AnySchema, ValidateFunction>();

  constructor(description: Description) {
    const { components, paths } = resolved(description) as Description;
    // Schemas refer to those of their kinds.
    this.#ajv.addSchema({ $id: 'openapi', components } as AnySchema);
    // A concrete path comes before one with variables (OpenAPI 3.1, 4.8.8.2).
    const sorted = Object.entries(paths).sort(([a], [b]) => a.split('{').length - b.split('{').length);
    this.#operations = sorted.flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        path: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        method: method.toUpperCase(),
        operation,
      })),
    );
  }

  /** Checks the answer of an operation, and ignores others. Throws an AssertionError for what the description lacks. */
  witness = (target: string, { method = 'GET', headers = {}, body }: Asked, answer: Answer): void => {
    const [path = '', query = ''] = target.split('?');
    const found = this.#operations.find(
      each => each.path.test(path) && each.method === (method === 'HEAD' ? 'GET' : method),
    );
    if (!found) return;
    const { operation } = found;
    const { status } = answer;
    const what = `${operation.operationId}: ${method} ${target} ${status}`;
    // A page that is public may be refused in ways that have nothing to do with it.
    const described =
      operation.responses[status] ?? (path.startsWith('/v1/') ? undefined : operation.responses.default);
    assert.ok(described, `${what} is not described: ${answer.body}`);
    this.#judgeHeaders(what, described, answer);
    if (!described.content) assert.equal(answer.body.length, 0, `${what}: no body is described`);
    else if (method !== 'HEAD')
      this.#judgeBody(what, described.content, String(answer.headers['content-type']), bytesOf(answer));
    if (status < 300 && !hasRefusedItems(answer)) {
      this.#judgeQuery(what, operation, new URLSearchParams(query), headers);
      if (body !== undefined)
        this.#judgeBody(
          what,
          operation.requestBody!.content,
          headers['Content-Type'] ?? headers['content-type']!,
          body,
        );
    }
    this.seen.set(operation.operationId, (this.seen.get(operation.operationId) ?? new Set()).add(status));
  };

  #judgeHeaders(what: string, { headers = {} }: Described, answer: Answer): void {
    const names = new Map(Object.keys(headers).map(name => [name.toLowerCase(), name]));
    for (const [name, value] of Object.entries(answer.headers)) {
      if (unsaid.test(name)) continue;
      assert.ok(names.has(name), `${what}: the header ${name} is not described`);
      this.#judgeValue(`${what}: ${name}`, headers[names.get(name)!]!.schema, value);
    }
    for (const [name, { required }] of Object.entries(headers))
      assert.ok(!required || name.toLowerCase() in answer.headers, `${what}: the header ${name} is missing`);
  }

  #judgeQuery(what: string, { parameters = [], tags }: Operation, query: URLSearchParams, sent: Json): void {
    const isPublic = tags.includes('public');
    for (const [name, text] of query) {
      const parameter = parameters.find(each => each.in === 'query' && each.name === name);
      // A public page ignores what it does not know.
      if (!parameter && isPublic) continue;
      assert.ok(parameter, `${what}: the parameter ${name} is not described`);
      this.#judgeValue(
        `${what}: ${name}`,
        parameter.schema,
        written[String((parameter.schema as Json).type)]?.(text) ?? text,
      );
    }
    for (const each of parameters.filter(({ in: place }) => place === 'header'))
      this.#judgeValue(`${what}: ${each.name}`, each.schema, sent[each.name]);
  }

  #judgeBody(what: string, content: Content, type: string, body: string | Buffer): void {
    const [media = ''] = type.toLowerCase().split(';');
    assert.ok(content[media], `${what}: the media type ${type} is not described`);
    // What is not Markdown has no front matter.
    if (content[media].schema.contentSchema === undefined) return;
    const parsed = readDocument(String(body));
    assert.ok(parsed.ok, `${what}: no document: ${body}`);
    this.#judgeValue(what, content[media].schema.contentSchema, parsed.document.value);
    assert.deepEqual(outOfOrder(parsed.document.value), [], `${what}: the order of fields`);
  }

  #judgeValue(what: string, schema: AnySchema, value: unknown): void {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(schema);
    this.#validators.set(schema, validate);
    assert.ok(validate(value), `${what}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value)}`);
  }
}

/** The body of an answer, no longer compressed. */
function bytesOf({ headers, body }: Answer): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** Whether a batch was answered of which some items were refused, which need not be as they are described. */
const hasRefusedItems = ({ body }: Answer): boolean => /^refused: [1-9]/m.test(String(body));

/** The readers of the text of a parameter, by its type. */
const written: Readonly<Record<string, (text: string) => unknown>> = {
  integer: Number,
  boolean: text => ({ true: true, false: false })[text],
};

/** Puts in the place of each reference to a header, parameter or answer what it stands for; those to schemas become absolute. */
function resolved(description: Description): unknown {
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, put(own)]));
    if ($ref.startsWith('#/components/schemas/')) return { $ref: `openapi${$ref}` };
    const parts = $ref.slice(2).split('/');
    return put(parts.reduce<unknown>((from, part) => (from as Json)[part], description));
  };
  return put(description);
}

/** The description that the small catalog serves. */
function servedDescription(): Description {
  const { file } = manifestIn(exampleDist()).pages.find(({ path }) => path === '/docs/openapi.json')!;
  return JSON.parse(readFileSync(join(exampleDist(), file), 'utf8')) as Description;
}

/** From now on, every exchange of this test file is held against the OpenAPI description; other files may run in the same process. */
export function describedFromNow(): Judge {
  const judge = new Judge(servedDescription());
  witnesses.add(judge.witness);
  after(() => witnesses.delete(judge.witness));
  return judge;
}
