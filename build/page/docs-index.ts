/** `/docs/index.md`: the contract directory: every schema, every convention, every way in. */
import { doc, publicKinds } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { Catalog } from '../catalog.ts';
import { composedPage, indexLine, markdownLine, type Page, type Setting, schemaPath } from './page.ts';

export function docsIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const schemas = publicKinds.map(kind =>
    markdownLine(kind.schema, schemaPath(kind.schema), kind.description),
  );
  // Plain kinds share one schema, whose first line stands for all.
  const lines = publicKinds.flatMap((kind, at) =>
    publicKinds.findIndex(other => other.schema === kind.schema) === at ? [schemas[at]!] : [],
  );
  const body = [
    'Every answer is Markdown with front matter, but for the discovery files, which follow conventions of their own.',
    conventions,
    '## Schemas',
    lines.join('\n'),
    '## Ways in',
    [
      indexLine('/llms.txt', '/llms.txt', 'the discovery index for agents'),
      indexLine('/sitemap.txt', '/sitemap.txt', 'every public page, one URL a line'),
      indexLine(
        '/.well-known/ard.json',
        '/.well-known/ard.json',
        'the resources of this service for directories',
      ),
      ...catalog.guides.map(({ facts, path }) => indexLine(path!, path!, facts.description)),
      indexLine('/status.md', '/status.md', 'health and limitations'),
    ].join('\n'),
  ].join('\n\n');
  return [
    composedPage({
      kind: doc as unknown as Kind,
      path: '/docs/index.md',
      title: 'Contract directory',
      description: 'Schemas of every document kind, HTTP conventions, and the ways into the service.',
      body: () => body,
      inputs: [body],
      setting,
    }),
  ];
}

const conventions = `## Conventions

- GET and HEAD on every page. \`ETag\` and \`If-None-Match\` save a transfer (304); \`Accept-Encoding: br\` or \`gzip\` shortens one.
- \`Repr-Digest\` carries the SHA-256 of the bytes that were sent (RFC 9530).
- \`Link\` names the canonical address, the schema (\`describedby\`) and the discovery files.
- A refusal is a document of kind \`error\`: a code for programs, each wrong field with its place, and what to do next.
- A starter or formation version never changes. Later ones are new versions; a revoked one says so in \`Artifact-Status\`.
- Times are UTC; durations name their unit; digests are SHA-256.
- \`POST /mcp\` speaks MCP, \`POST /v1/use-receipts\` redeems a use ticket, and \`/v1/tenants/{tenant_id}/…\` is for credentials.`;
