/** `/docs/openapi.json`: every route as OpenAPI 3.1 describes it, made from the routes and the kinds of documents. */

import { error } from '#document/kind/error.ts';
import { type Door, doorTypes, methodOf, typeOf } from '#document/message/door.ts';
import { publicKinds } from '#document/message/index.ts';
import { frontMatterSchema, privateSchema } from '#document/message/kind-schema.ts';
import { type PublicDoor, publicDoors } from '#document/message/public.ts';
import type { QueryParameter } from '#document/message/query.ts';
import { type ApiRoute, apiRoutes } from '#document/message/routes.ts';
import { capitalized } from '#document/text/plain-text.ts';
import { needsServer } from '../static.ts';
import {
  callHeaders,
  headers,
  headersOf,
  movedHeaders,
  publicHeaders,
  refusalHeaders,
  refusalsOf,
} from './openapi-answer.ts';
import { type DiscoveryFile, json, type Service, toJson } from './service.ts';

export const openApiPath = '/docs/openapi.json';

const markdown = doorTypes.change.body.mediaType;

/** The names of path variables that differ from the names in the routes, by the name in the route. */
const variables: Readonly<Record<string, string>> = { tenant: 'tenant_id', job: 'job_id' };

/**
 * The kinds that the catalog publishes and that tenants also register. The documents of tenants have
 * other front matter, without a path.
 */
const alsoPrivate = publicKinds.filter(
  ({ kind, form }) =>
    form === 'artifact' && Object.values<ApiRoute>(apiRoutes).some(({ sends }) => sends.includes(kind)),
);
const privateName = (kind: string) => `private_${kind}`;

const schemaOf = (kind: string) => ({ $ref: `#/components/schemas/${kind}` });
/** Returns a reference to the schema of a kind in the form in which tenants send and read it. */
const schemaOfTenant = (name: string) =>
  schemaOf(alsoPrivate.some(({ kind }) => kind === name) ? privateName(name) : name);

/** Returns the schema of a Markdown document of one of the kinds. */
const documentOf = (kinds: readonly string[], schema: typeof schemaOf) => ({
  type: 'string',
  contentMediaType: markdown,
  contentSchema: kinds.length === 1 ? schema(kinds[0]!) : { anyOf: kinds.map(schema) },
  description: `Markdown that begins with front matter of the kind ${kinds.join(' or ')}.`,
});

const contentOf = (kinds: readonly string[], schema = schemaOf) => ({
  [markdown]: { schema: documentOf(kinds, schema) },
});

/** Returns the description of the body that requests to a door have. */
function bodyOf(door: Door) {
  const { mediaType, limit } = typeOf(door).body!;
  const schema = door.sends.length > 0 ? documentOf(door.sends, schemaOfTenant) : { type: 'object' };
  return {
    description: `At most ${limit.toLocaleString('en')} bytes.`,
    required: true,
    content: { [mediaType]: { schema } },
  };
}

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const inQuery = ({ name, description, schema }: QueryParameter) => ({
  name,
  in: 'query',
  description,
  schema,
});

const variablesOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name!));

const addressOf = (path: string): string =>
  path.replace(/\{\+?(\w+)\}/g, (_, name: string) => `{${variables[name] ?? name}}`);

const refused = { $ref: '#/components/responses/refused' };

function operationOf(name: string, route: ApiRoute) {
  const { access, summary, sends, answers, statuses, query, idempotent } = route;
  const path = addressOf(route.path);
  const isTenant = typeOf(route).counted === 'credential';
  const success = {
    description: answers.join(' or '),
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
    ...(sends.length > 0 && { requestBody: bodyOf(route) }),
    responses: {
      ...Object.fromEntries(statuses.map(status => [status, success])),
      ...refusalsOf(route, contentOf([error.kind])),
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
    paths[path] = { ...paths[path], [methodOf(route).toLowerCase()]: operationOf(name, route) };
  }
  return paths;
}

/** Returns the doors at which a host of plain files can answer. */
const fileDoors = (): PublicDoor[] =>
  publicDoors
    .filter(door => !needsServer(door.path))
    .map(door => ({ ...door, query: [], ...(door.path === '/' && { answers: ['text/html'] }) }));

const filePaths = (): Record<string, unknown> =>
  Object.fromEntries(
    fileDoors().map(door => {
      const [path, parameters] = [addressOf(door.path), variablesOf(door.path)];
      const { summary } = door;
      const responses = {
        200: { description: summary, content: contentOfAnswers(door.answers) },
        404: { description: 'Nothing is published here.' },
      };
      const common = { operationId: nameOf('get', path), summary, tags: ['public'] };
      return [path, { get: { ...common, ...(parameters.length > 0 && { parameters }), responses } }];
    }),
  );

const publicPaths = (): Record<string, unknown> =>
  Object.fromEntries(
    publicDoors.map(door => {
      const [path, method] = [addressOf(door.path), methodOf(door).toLowerCase()];
      const { summary } = door;
      const common = { operationId: nameOf(method, path), summary, tags: ['public'], security: [] };
      return [path, { [method]: { ...common, ...(door.type === 'rpc' ? call(door) : reading(door, path)) } }];
    }),
  );

function contentOfAnswers(answers: readonly string[]) {
  const isMediaType = (answer: string) => answer.includes('/');
  const kinds = answers.filter(answer => !isMediaType(answer));
  return {
    ...(kinds.length > 0 && contentOf(kinds)),
    ...Object.fromEntries(answers.filter(isMediaType).map(type => [type, bytesOf(type)])),
  };
}

const toNewest = {
  307: { description: 'The newest active version is at another address, for now.', headers: movedHeaders },
};

function reading(door: PublicDoor, path: string) {
  const { summary, answers, query, resource, from } = door;
  const content = contentOfAnswers(answers);
  const parameters = [...variablesOf(path), ...query.map(inQuery)];
  const refused = { default: { $ref: '#/components/responses/refused_page' } };
  if (from === 'newest') return { parameters, responses: { ...toNewest, ...refused } };
  const responses = {
    200: { description: summary, headers: publicHeaders, content },
    304: { description: 'The copy that the client has is current.', headers: publicHeaders },
    ...(door.toNewest && toNewest),
    ...(resource && {
      308: { description: 'The page has another address, for good.', headers: movedHeaders },
    }),
    ...refused,
  };
  return { ...(parameters.length > 0 && { parameters }), responses };
}

const bytesOf = (type: string) => ({ schema: type.includes('json') ? {} : { type: 'string' } });

const call = (door: PublicDoor) => ({
  requestBody: bodyOf(door),
  responses: {
    200: {
      description: 'The answer.',
      headers: callHeaders,
      content: { [json]: { schema: { type: 'object' } } },
    },
    202: { description: 'A notification was taken.' },
    default: {
      description: 'A JSON-RPC error that says what to do next.',
      headers: callHeaders,
      content: { [json]: { schema: { type: 'object' } } },
    },
  },
});

/** Returns the name of an operation: `getPatternsPatternFindings` for `GET /patterns/{pattern}/findings.md`. */
const nameOf = (method: string, path: string): string =>
  [method, ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)]
    .map((word, at) => (at === 0 ? word : capitalized(word)))
    .join('');

/** Returns the schemas of all kinds by name. It is a function because every build loads this file and few need the schemas. */
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
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: 'New for each change and the same for each repeat of it.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    },
  },
  headers,
  responses: {
    refused: {
      description: 'Why the request was refused and what to do next.',
      headers: refusalHeaders,
      content: contentOf([error.kind]),
    },
    refused_page: {
      description:
        'Why the page is refused and what to do next; HTML at the addresses of the reading edition.',
      headers: refusalHeaders,
      content: { ...contentOf([error.kind]), 'text/html': bytesOf('text/html') },
    },
  },
};

/** Returns the kinds of documents that a host of plain files serves, without those that tenants send and read. */
function fileKinds() {
  const answers = new Set(fileDoors().flatMap(door => door.answers));
  return publicKinds.filter(({ kind }) => answers.has(kind));
}

/** Returns the description of a host of plain files: paths and schemas, without headers, queries and methods. */
const fileDescription = () => ({
  tags: [{ name: 'public', description: 'Plain files. A Markdown page `X.md` is HTML at `X.html`.' }],
  paths: filePaths(),
  components: {
    schemas: Object.fromEntries(fileKinds().map(kind => [kind.kind, frontMatterSchema(kind)])),
  },
});

export function openApi({ title, description, baseUrl, site, isStatic }: Service): DiscoveryFile[] {
  const document = {
    openapi: '3.1.0',
    info: { title, description, version: site.version },
    servers: [{ url: baseUrl }],
    ...(isStatic ? fileDescription() : serverDescription()),
  };
  return [{ paths: [openApiPath], mediaType: json, text: toJson(document), title: 'OpenAPI description' }];
}

const serverDescription = () => ({
  tags: [
    {
      name: 'public',
      description:
        'No credential. HEAD is answered as GET. Unless the site has no reading edition, a Markdown page `X.md` is HTML at `X.html`.',
    },
    { name: 'tenant', description: 'A credential that holds the scope.' },
    { name: 'runner', description: 'The credential of a runner.' },
  ],
  paths: { ...publicPaths(), ...apiPaths() },
  components: { schemas: schemas(), ...components },
});
