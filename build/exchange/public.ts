/**
 * Every public door: an address, or a family of them, that needs no credential. `/docs/openapi.json` describes them, MCP offers
 * families of pages as templates of resources, and tests compare them with what is built and served.
 */

import { mcpPath, openAiPath } from '../text/protocol.ts';
import { type QueryParameter, query } from './query.ts';

/** A door that GET and HEAD open. */
export interface PublicDoor {
  /** A variable `{name}` is one part of the path, `{+name}` one or more (RFC 6570). */
  path: string;
  summary: string;
  /** The kind of the document that it answers, or the media type of what is no document. */
  answers: string;
  query?: readonly QueryParameter[];
  /** The name by which MCP offers the family as a template of resources. */
  resource?: string;
  /**
   * `operator`: only where the operator provides it; `reading`: only with the reading edition; `server`: the server answers it, and a
   * build has no page for it.
   */
  from?: 'operator' | 'reading' | 'server';
}

const json = 'application/json';
const text = 'text/plain';

type More = Partial<Pick<PublicDoor, 'query' | 'resource' | 'from'>>;

const door = (path: string, answers: string, summary: string, more: More = {}): PublicDoor => ({
  ...{ path, answers, summary },
  ...more,
});

/** A family of pages: first come those that agents ask for first. */
const family = (path: string, answers: string, resource: string, summary: string): PublicDoor =>
  door(path, answers, summary, { resource });

const server = { from: 'server' } as const;
const operator = { from: 'operator' } as const;

const introductions: readonly PublicDoor[] = [
  door('/', 'doc', 'The introduction. With `Accept: text/html`, the same as HTML.'),
  door('/llms.txt', 'text/markdown', 'The index for agents.'),
  door(
    '/skills/agent-topology/SKILL.md',
    'text/markdown',
    'A skill that teaches an agent to use the catalog.',
  ),
  door('/status.md', 'doc', 'Health and limitations, with the reports that were counted.'),
  door('/search.md', 'search_results', 'Searches all pages. Without a query, says how.', {
    query: query.search,
  }),
  door('/search.html', 'text/html', 'The same in the reading edition.', {
    ...{ query: query.search, from: 'reading' },
  }),
];

const families: readonly PublicDoor[] = [
  family('/patterns/{pattern}.md', 'pattern', 'pattern', 'One organisation pattern.'),
  family(
    ...(['/patterns/{pattern}/findings.md', 'findings', 'pattern_findings'] as const),
    'Research for and against one pattern.',
  ),
  family('/domains/{domain}.md', 'domain', 'domain', 'Patterns studied in one task domain.'),
  family('/domains/{domain}/findings.md', 'findings', 'domain_findings', 'Research in one task domain.'),
  family('/tasks/{task_class}.md', 'task', 'task', 'What to begin with for one task class.'),
  family('/starters/{name}/{version}.md', 'starter', 'starter', 'One complete team.'),
  family('/formations/{publisher}/{name}/{version}.md', 'formation', 'formation', 'One published team.'),
  family(
    ...(['/exports/{target}/{name}/{version}.md', 'export', 'starter_export'] as const),
    'A starter as files of a runtime.',
  ),
  family(
    ...(['/exports/{target}/{publisher}/{name}/{version}.md', 'export', 'formation_export'] as const),
    'A formation as files of a runtime.',
  ),
  family('/guides/{guide}.md', 'guide', 'guide', 'How to choose and run an organisation.'),
  family('/research/{source}.md', 'research_record', 'research_record', 'One source with its findings.'),
  family('/comparisons/{comparison}.md', 'comparison', 'comparison', 'Published results, compared again.'),
  family('/docs/{subject}.md', 'contract', 'contract', 'The rules of the service on one subject.'),
  family('/docs/schemas/{kind}/{version}.md', 'doc', 'schema', 'The fields of one kind of document.'),
  family('/publishers/{publisher}.md', 'publisher', 'publisher', 'Who publishes formations.'),
  family(
    ...(['/artifacts/sha256/{digest}.md', 'text/markdown', 'artifact'] as const),
    'The exact bytes of a starter or formation.',
  ),
  family(
    ...(['/artifacts/sha256/{digest}/signature.md', 'signature_receipt', 'signature'] as const),
    'The signature of an artifact.',
  ),
  family(
    ...(['/artifacts/sha256/{digest}/status.md', 'artifact_status', 'artifact_status'] as const),
    'Whether an artifact is still in force.',
  ),
];

const starterQuery: readonly QueryParameter[] = [
  { name: 'task_class', description: 'Only starters for this task class.', schema: { type: 'string' } },
];

const lists: readonly PublicDoor[] = [
  door('/patterns/index.md', 'index', 'All patterns by family.'),
  door('/domains/index.md', 'index', 'All task domains.'),
  door('/tasks/index.md', 'index', 'All task classes, with the default of each.'),
  door('/starters/index.md', 'index', 'All starters.', { query: starterQuery }),
  door('/formations/index.md', 'index', 'All published formations.'),
  door('/exports/index.md', 'doc', 'The runtimes for which teams are exported.'),
  door('/research/index.md', 'index', 'All research records.'),
  door('/comparisons/index.md', 'index', 'All recomputed comparisons, and what is missing.'),
  door('/comparisons/method.md', 'comparison_method', 'How comparisons are made, and how to object.'),
  door('/comparisons/{comparison}.csv', 'text/csv', 'The verdicts that a comparison is computed from.'),
  door('/docs/index.md', 'doc', 'The contract directory.'),
  door('/tools.md', 'tool', 'The vocabulary of tools.'),
];

const descriptions: readonly PublicDoor[] = [
  door('/docs/openapi.json', json, 'This description.'),
  door('/docs/recompute.py', 'text/x-python', 'The second verifier of evidence.'),
  door('/docs/vectors/evidence.json', json, 'Test vectors of the evidence rules.'),
  door('/docs/schemas/{kind}/{version}.json', 'application/schema+json', 'The JSON Schema of a kind.'),
  door('/robots.txt', text, 'Crawl rules.'),
  door('/sitemap.txt', text, 'Every public page, one address a line.'),
  door('/sitemap.xml', 'application/xml', 'Every page of the reading edition, for search engines.', {
    from: 'reading',
  }),
  door('/server.json', json, 'The entry of the MCP registry.'),
  door('/mcp/server-card', 'application/mcp-server-card+json', 'The MCP server card.'),
  door('/mcp/.well-known/owners.json', json, 'The owners document for the path of MCP.'),
  door('/.well-known/mcp', json, 'The MCP server card.'),
  door('/.well-known/mcp.json', json, 'The MCP server card.'),
  door('/.well-known/mcp-server-card', json, 'The MCP server card.'),
  door('/.well-known/mcp/server-card.json', json, 'The MCP server card.'),
  door('/.well-known/mcp/server-cards.json', json, 'The MCP server cards.'),
  door('/.well-known/agent-card.json', json, 'The agent card.'),
  door('/.well-known/agent.json', json, 'The agent card.'),
  door('/.well-known/agent-skills/index.json', json, 'The skills for agents.'),
  door('/.well-known/ard.json', json, 'The agentic resource discovery manifest.'),
  door('/.well-known/ai-catalog.json', 'application/ai-catalog+json', 'The AI catalog manifest.'),
  door('/.well-known/api-catalog', 'application/linkset+json', 'The API catalog.'),
  door('/.well-known/owners.json', json, 'The owners document.'),
  door('/.well-known/directory-listing.json', json, 'The ownership claim for directories.'),
  door('/.well-known/security.txt', text, 'Where to report a weakness.', operator),
  door('/.well-known/mcp-registry-auth', text, 'The proof of the domain for the MCP registry.', operator),
  door('/index-ping.txt', text, 'The key that proves ownership to search engines.', operator),
];

const octets = 'application/octet-stream';

const proofs: readonly PublicDoor[] = [
  door('/trust/keys.md', 'signing_keys', 'The signing keys.'),
  door('/log/checkpoint', text, 'The signed state of the log.'),
  door('/log/tile/{level}/{+tile}', octets, 'A tile of the log: hashes, or entries at the level `entries`.'),
  door('/manifest.json', json, 'The signed list of everything that is published.', server),
  door('/manifest.json.sig', octets, 'The signature of the manifest.', server),
  door('/packs/{digest}.pack', octets, 'A pack of pages that the manifest names.', server),
];

const probes: readonly PublicDoor[] = [
  door('/livez', text, 'Whether the process answers.', server),
  door(
    '/readyz',
    text,
    'Whether it serves pages; with `?strict`, also whether the database answers.',
    server,
  ),
];

/** What GET and HEAD open, those first that agents ask for first. */
export const publicDoors: readonly PublicDoor[] = [
  ...introductions,
  ...families,
  ...lists,
  ...descriptions,
  ...proofs,
  ...probes,
];

/** The doors that take JSON-RPC by POST. */
export const rpcDoors: readonly Pick<PublicDoor, 'path' | 'summary'>[] = [
  { path: mcpPath, summary: 'The Model Context Protocol: JSON-RPC over Streamable HTTP.' },
  {
    path: openAiPath,
    summary: 'The same with `search` and `fetch` alone, in the shape that OpenAI asks for.',
  },
];

/** The form of the paths that a door is for, with its variables as named groups. The index of a family is none of its members. */
export function formOf({ path }: Pick<PublicDoor, 'path'>): RegExp {
  const source = path.replaceAll(
    /\{(\+?)(\w+)\}|[.+?()[\]\\^$|*]/g,
    (found, plus?: string, name?: string) => {
      if (name === undefined) return `\\${found}`;
      return `(?<${name}>${plus ? '.+' : '(?!index\\.md$)[^/]+'})`;
    },
  );
  return new RegExp(`^${source}$`);
}
