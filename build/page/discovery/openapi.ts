/** `/docs/openapi.json`: every route as OpenAPI 3.1 describes it, made from the routes and the kinds. */

import { bodyLimits } from '#build/exchange/body-limit.ts';
import { publicKinds } from '#build/exchange/index.ts';
import { frontMatterSchema, privateSchema } from '#build/exchange/kind-schema.ts';
import { publicDoors, rpcDoors } from '#build/exchange/public.ts';
import type { QueryParameter } from '#build/exchange/query.ts';
import { type ApiRoute, apiRoutes, type NamedKind } from '#build/exchange/routes.ts';
import { error } from '#build/kind/error.ts';
import { headers, headersOf, publicHeaders, refusalHeaders, refusalsOf } from './openapi-answer.ts';
import { type DiscoveryFile, json, type Service, toJson } from './service.ts';

export const openApiPath = '/docs/openapi.json';

const markdown = 'text/markdown';

/** The names of path variables where they differ from those of the routes. */
const variables: Readonly<Record<string, string>> = { tenant: 'tenant_id', job: 'job_id' };

const names = (kinds: readonly NamedKind[], kind: string): boolean => kinds.some(each => each.kind === kind);

/**
 * The kinds that a tenant registers although the catalog publishes them too. A tenant's own has other front matter: it says
 * no path.
 */
const alsoPrivate = publicKinds.filter(
  ({ kind, form }) => form === 'artifact' && Object.values(apiRoutes).some(({ sends }) => names(sends, kind)),
);
const privateName = (kind: string) => `private_${kind}`;

type Named = Pick<NamedKind, 'kind'>;

const schemaOf = ({ kind }: Named) => ({ $ref: `#/components/schemas/${kind}` });
/** The schema of a kind as tenants send and read it. */
const schemaOfTenant = ({ kind }: Named) =>
  schemaOf({ kind: names(alsoPrivate, kind) ? privateName(kind) : kind });

/** A document: a text whose front matter has a schema. */
const documentOf = (kinds: readonly Named[], schema: typeof schemaOf) => ({
  type: 'string',
  contentMediaType: markdown,
  contentSchema: kinds.length === 1 ? schema(kinds[0]!) : { anyOf: kinds.map(schema) },
  description: `Markdown that begins with front matter of the kind ${kinds.map(({ kind }) => kind).join(' or ')}.`,
});

const contentOf = (kinds: readonly Named[], schema = schemaOf) => ({
  [markdown]: { schema: documentOf(kinds, schema) },
});

/** @param limit in bytes */
const bodyOf = (content: object, limit: number) => ({
  description: `At most ${limit.toLocaleString('en')} bytes.`,
  required: true,
  content,
});

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const inQuery = ({ name, description, schema }: QueryParameter) => ({
  name,
  in: 'query',
  description,
  schema,
});

const variablesOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name!));

const addressOf = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => `{${variables[name] ?? name}}`);

const refused = { $ref: '#/components/responses/refused' };

function operationOf(name: string, route: ApiRoute) {
  const { access, summary, sends, answers, statuses, query, idempotent } = route;
  const path = addressOf(route.path);
  const isTenant = access !== 'ticket';
  const success = {
    description: `${answers.map(({ kind }) => kind).join(' or ')}`,
    headers: headersOf(route),
    content: contentOf(answers, schemaOfTenant),
  };
  return {
    operationId: name,
    summary,
    description: accessOf(access),
    tags: [access === 'runner' ? 'runner' : isTenant ? 'tenant' : 'public'],
    security: isTenant ? [{ credential: [] }] : [],
    parameters: [
      ...variablesOf(path),
      ...query.map(inQuery),
      ...(idempotent ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ],
    ...(sends.length > 0 && {
      requestBody: bodyOf(
        contentOf(sends, schemaOfTenant),
        isTenant ? bodyLimits.tenant : bodyLimits.receipt,
      ),
    }),
    responses: {
      ...Object.fromEntries(statuses.map(status => [status, success])),
      ...refusalsOf(route, contentOf([error])),
      default: refused,
    },
  };
}

const accessOf = (access: string): string => {
  if (access === 'ticket') return 'The use ticket in the document is the credential.';
  return access === 'runner' ? 'Needs the credential of a runner.' : `Needs the scope \`${access}\`.`;
};

function apiPaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(apiRoutes) as [string, ApiRoute][]) {
    const path = addressOf(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return paths;
}

function publicPaths(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    publicDoors.map(({ path: form, summary, answers, orAnswers, query = [] }) => {
      const path = form.replaceAll('{+', '{');
      const isText = answers.includes('/');
      const type = { schema: answers.includes('json') ? {} : { type: 'string' } };
      const content = isText
        ? { [answers]: type }
        : contentOf([answers, ...(orAnswers ? [orAnswers] : [])].map(kind => ({ kind })));
      const responses = {
        200: { description: summary, headers: publicHeaders, content },
        304: { description: 'The copy that the client has is current.', headers: publicHeaders },
        default: refused,
      };
      const parameters = [...variablesOf(path), ...query.map(inQuery)];
      const common = { operationId: nameOf('get', path), summary, tags: ['public'], security: [] };
      return [path, { get: { ...common, ...(parameters.length > 0 && { parameters }), responses } }];
    }),
  );
}

/** `getPatternsPatternFindings` of `/patterns/{pattern}/findings.md`. */
const nameOf = (method: string, path: string): string =>
  [method, ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)]
    .map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');

const rpcPaths = () =>
  Object.fromEntries(
    rpcDoors.map(({ path, summary }) => {
      const content = { [json]: { schema: { type: 'object' } } };
      const operation = {
        ...{ operationId: nameOf('post', path), summary, tags: ['public'], security: [] },
        requestBody: bodyOf(content, bodyLimits.rpc),
        responses: {
          200: { description: 'The answer.', content },
          202: { description: 'A notification was taken.' },
          default: refused,
        },
      };
      return [path, { post: operation }];
    }),
  );

/** Made when they are asked for, since every build loads this file and few write it. */
const schemas = () =>
  Object.fromEntries([
    ...publicKinds.map(kind => [kind.kind, frontMatterSchema(kind)]),
    ...alsoPrivate.map(kind => [privateName(kind.kind), privateSchema(kind)]),
  ]);

const components = {
  securitySchemes: {
    credential: { type: 'http', scheme: 'bearer', bearerFormat: 'atc_{credential id}_{secret}' },
  },
  parameters: {
    'Idempotency-Key': {
      ...{ name: 'Idempotency-Key', in: 'header', required: true },
      description: 'New for each change and the same for each repeat of it.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    },
  },
  headers,
  responses: {
    refused: {
      description: 'Why the request was refused and what to do next.',
      headers: refusalHeaders,
      content: contentOf([error]),
    },
  },
};

export function openApi({ title, description, baseUrl, site }: Service): DiscoveryFile[] {
  const document = {
    openapi: '3.1.0',
    info: { title, description, version: site.version },
    servers: [{ url: baseUrl }],
    tags: [
      {
        name: 'public',
        description:
          'No credential. HEAD is answered as GET. Unless the site has no reading edition, a Markdown page `X.md` is HTML at `X.html`.',
      },
      { name: 'tenant', description: 'A credential that holds the scope.' },
      { name: 'runner', description: 'The credential of a runner.' },
    ],
    paths: { ...publicPaths(), ...rpcPaths(), ...apiPaths() },
    components: { schemas: schemas(), ...components },
  };
  return [{ paths: [openApiPath], mediaType: json, text: toJson(document), title: 'OpenAPI description' }];
}
