/** The public doors, which need no credential. The addresses that agents usually request first come first. */

import { mcpPath, openAiPath } from '../text/protocol.ts';
import { commandPaths, type Door, paths } from './door.ts';
import { type QueryParameter, query } from './query.ts';

export interface PublicDoor extends Door {
  /** The name under which MCP offers the family as a resource template; absent for an address that it does not offer. */
  resource?: string;
  /**
   * The condition under which the address exists. `operator`: if the operator provides the file. `long`: if a list has further
   * pages. `reading`: if the reading edition was built. `server`: only on a server, since the build makes no page for it.
   * `newest`: only on a server, which redirects to the newest active version.
   */
  from?: 'operator' | 'long' | 'reading' | 'server' | 'newest';
  /** Set if some addresses of the family have no version, and lead to the newest active one. */
  toNewest?: true;
}

const json = 'application/json';
const text = 'text/plain';

type More = Partial<Pick<PublicDoor, 'type' | 'answers' | 'query' | 'resource' | 'from' | 'cost'>>;

const door = (path: string, answers: string, summary: string, more: More = {}): PublicDoor => ({
  ...{ type: 'page', path, summary, access: 'anyone', query: [], sends: [], answers: [answers] },
  ...more,
});

/** Makes the door of a file whose address a convention fixes. */
const file = (path: string, answers: string, summary: string, more: More = {}): PublicDoor =>
  door(path, answers, summary, { type: 'discovery', ...more });

/**
 * Makes the door of a family of pages.
 * @param resource the name under which MCP offers the family
 */
const family = (path: string, answers: string, resource: string, summary: string): PublicDoor =>
  door(path, answers, summary, { resource });

const probe = { type: 'probe', from: 'server' } as const;
const proof = { type: 'proof', from: 'server' } as const;
const operator = { from: 'operator' } as const;
const long = { from: 'long' } as const;
const newest = { from: 'newest' } as const;

const searching = { query: query.search, cost: 25 } as const;

const introductions: readonly PublicDoor[] = [
  door('/', 'doc', 'The introduction; as HTML with `Accept: text/html`.', {
    answers: ['doc', 'text/html'],
  }),
  file('/llms.txt', 'text/markdown', 'The index for agents.'),
  file(
    '/skills/agent-topology/SKILL.md',
    'text/markdown',
    'A skill that teaches an agent to use the catalog.',
  ),
  door('/status.md', 'doc', 'Health and limitations, with the reports that were counted.'),
  door(paths.search, 'search_results', 'Searches all pages. Without a query, explains how.', {
    ...{ ...searching, answers: ['search_results', 'doc'] },
  }),
  door(paths.searchTwin, 'text/html', 'Searches all pages and answers in HTML.', {
    ...searching,
    from: 'reading',
  }),
];

const families: readonly PublicDoor[] = [
  family('/patterns/{pattern}.md', 'pattern', 'pattern', 'One organisation pattern.'),
  family(
    '/patterns/{pattern}/findings.md',
    'findings',
    'pattern_findings',
    'Research for and against one pattern.',
  ),
  family('/domains/{domain}.md', 'domain', 'domain', 'Patterns studied in one task domain.'),
  family('/domains/{domain}/findings.md', 'findings', 'domain_findings', 'Research in one task domain.'),
  family('/tasks/{task_class}.md', 'task', 'task', 'What to begin with for one task class.'),
  file('/skills/{name}/SKILL.md', 'text/markdown', 'The newest version of a starter as a skill for agents.'),
  file('/plugins/{name}/{version}.zip', 'application/zip', 'The newest version of a starter as a plugin.'),
  file(
    '/plugins/{publisher}/{name}/{version}.zip',
    'application/zip',
    'The newest version of a formation as a plugin.',
  ),
  family('/starters/{name}/{version}.md', 'starter', 'starter', 'One complete team.'),
  family('/formations/{publisher}/{name}/{version}.md', 'formation', 'formation', 'One published team.'),
  {
    ...family(
      '/exports/{target}/{name}/{version}.md',
      'export',
      'starter_export',
      'A starter as files of a runtime.',
    ),
    // `/exports/{target}/{publisher}/{name}.md` has the same form.
    toNewest: true,
  },
  family(
    '/exports/{target}/{publisher}/{name}/{version}.md',
    'export',
    'formation_export',
    'A formation as files of a runtime.',
  ),
  family('/guides/{guide}.md', 'guide', 'guide', 'How to choose and run an organisation.'),
  family('/research/{source}.md', 'research_record', 'research_record', 'One source with its findings.'),
  family('/comparisons/{comparison}.md', 'comparison', 'comparison', 'Published results, computed again.'),
  family('/docs/{subject}.md', 'contract', 'contract', 'The rules of the service on one subject.'),
  family('/docs/schemas/{kind}/{version}.md', 'doc', 'schema', 'The fields of one kind of document.'),
  family('/publishers/{publisher}.md', 'publisher', 'publisher', 'A publisher of formations.'),
  family(
    '/artifacts/sha256/{digest}.md',
    'text/markdown',
    'artifact',
    'The exact bytes of a starter or formation.',
  ),
  family(
    '/artifacts/sha256/{digest}/signature.md',
    'signature_receipt',
    'signature',
    'The signature of an artifact.',
  ),
  family(
    '/artifacts/sha256/{digest}/status.md',
    'artifact_status',
    'artifact_status',
    'The status of an artifact: whether it is still in force.',
  ),
];

/** The addresses of teams without a version (docs/command.md#6). */
const newestVersions: readonly PublicDoor[] = [
  door('/starters/{name}.md', 'starter', 'The newest active version of a starter.', newest),
  door('/formations/{publisher}/{name}.md', 'formation', 'The newest active version of a formation.', newest),
  door(
    '/exports/{target}/{name}.md',
    'export',
    'The newest active version of a starter as files of a runtime.',
    newest,
  ),
];

const starterQuery: readonly QueryParameter[] = [
  { name: 'task_class', description: 'Only starters for this task class.', schema: { type: 'string' } },
];

const changesQuery: readonly QueryParameter[] = [
  {
    ...{ name: 'since', description: 'Only what changed on this day or later.' },
    schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
  },
  {
    ...{ name: 'page', description: 'The name of a further page of that day: `next` of the page before.' },
    schema: { type: 'integer', minimum: 2 },
  },
];

const lists: readonly PublicDoor[] = [
  door('/patterns/index.md', 'index', 'All patterns by family.'),
  door('/domains/index.md', 'index', 'All task domains.'),
  door('/tasks/index.md', 'index', 'All task classes: what to begin with, what a team adds, at what cost.'),
  door('/tasks.csv', 'text/csv', 'All task classes as a table for programs.'),
  door('/starters/index.md', 'index', 'All starters.', { query: starterQuery }),
  door('/formations/index.md', 'index', 'All published formations.'),
  door('/exports/index.md', 'doc', 'The runtimes for which teams are exported.'),
  door('/research/index.md', 'index', 'All research records.'),
  door('/comparisons/index.md', 'index', 'All recomputed comparisons, and what is missing.'),
  door('/comparisons/method.md', 'comparison_method', 'How comparisons are made, and how to object.'),
  door('/comparisons/{comparison}.csv', 'text/csv', 'The verdicts that a comparison is computed from.'),
  door('/docs/index.md', 'doc', 'The contract directory.'),
  door('/exports/{target}/{name}/{version}.zip', 'application/zip', 'The files of an export in one archive.'),
  door(
    '/exports/{target}/{publisher}/{name}/{version}.zip',
    'application/zip',
    'The files of an export of a formation in one archive.',
  ),
  door('/guides/index.md', 'index', 'All guides.'),
  door(
    '/{section}/index/{page}.md',
    'index',
    'A further page of a list, or versions that are no longer in force.',
  ),
  door('/{section}/index/former/{page}.md', 'index', 'A further page of such versions.', long),
  door('/changes/{page}.md', 'index', 'A further page of changes.', long),
  door('/patterns/{pattern}/findings/{page}.md', 'findings', 'A further page of findings.', long),
  door('/domains/{domain}/findings/{page}.md', 'findings', 'A further page of findings.', long),
  door('/changes.md', 'index', 'What was published, withdrawn, added or corrected, newest first.', {
    query: changesQuery,
  }),
  door('/changes.atom', 'application/atom+xml', 'The changes as a feed.'),
  door('/tools.md', 'tool', 'The vocabulary of tools.'),
];

const versions = ['/starters/{name}/{version}', '/formations/{publisher}/{name}/{version}'];
const svg = 'image/svg+xml';

/**
 * The doors at the addresses of pages with another ending, family by family, because a variable of OpenAPI stands for one part
 * of a path.
 */
const besidePages: readonly PublicDoor[] = [
  ...['/patterns/{pattern}', '/research/{source}', '/comparisons/{comparison}', ...versions].flatMap(page => [
    door(`${page}.bib`, 'application/x-bibtex', 'How to cite the page, as BibTeX.'),
    door(`${page}.csl.json`, 'application/vnd.citationstyles.csl+json', 'How to cite the page, as CSL-JSON.'),
  ]),
  ...['/patterns/{pattern}', ...versions, '/artifacts/sha256/{digest}'].map(page =>
    door(`${page}.svg`, svg, 'The drawing of the topology.', { from: 'reading' }),
  ),
];

const descriptions: readonly PublicDoor[] = [
  file('/docs/openapi.json', json, 'This description.'),
  file('/docs/recompute.py', 'text/x-python', 'The second verifier of evidence.'),
  file('/docs/vectors/evidence.json', json, 'Test vectors of the evidence rules.'),
  file('/docs/sources.zip', 'application/zip', 'The source files of this catalog.'),
  file('/docs/schemas/{kind}/{version}.json', 'application/schema+json', 'The JSON Schema of a kind.'),
  file('/robots.txt', text, 'Crawl rules.'),
  file('/sitemap.txt', text, 'Every public page, one address a line.', { cost: 60 }),
  file('/sitemap.xml', 'application/xml', 'Every page of the reading edition, for search engines.', {
    ...{ from: 'reading', cost: 60 },
  }),
  file('/favicon.ico', 'image/x-icon', 'The sign of the site.', { from: 'reading' }),
  file('/server.json', json, 'The entry of the MCP registry.'),
  file('/mcp/server-card', 'application/mcp-server-card+json', 'The MCP server card.'),
  file('/mcp/.well-known/owners.json', json, 'The owners document for the path of MCP.'),
  file('/.well-known/mcp', json, 'The MCP server card.'),
  file('/.well-known/mcp.json', json, 'The MCP server card.'),
  file('/.well-known/mcp-server-card', json, 'The MCP server card.'),
  file('/.well-known/mcp/server-card.json', json, 'The MCP server card.'),
  file('/.well-known/mcp/server-cards.json', json, 'The MCP server cards.'),
  file('/.well-known/agent-card.json', json, 'The agent card.'),
  file('/.well-known/agent.json', json, 'The agent card.'),
  file('/.claude-plugin/marketplace.json', json, 'The marketplace of plugins for Claude Code.'),
  file('/.agents/plugins/marketplace.json', json, 'The marketplace of plugins for Codex.'),
  file('/plugin.json', json, 'The manifest of the tree as a plugin.'),
  file('/.well-known/agent-skills/index.json', json, 'The skills for agents.'),
  file('/.well-known/ard.json', json, 'The agentic resource discovery manifest.'),
  file('/.well-known/ai-catalog.json', 'application/ai-catalog+json', 'The AI catalog manifest.'),
  file('/.well-known/api-catalog', 'application/linkset+json', 'The API catalog.'),
  file('/.well-known/owners.json', json, 'The owners document.'),
  file('/.well-known/directory-listing.json', json, 'The ownership claim for directories.'),
  file('/.well-known/security.txt', text, 'Where to report a vulnerability.', operator),
  file('/.well-known/mcp-registry-auth', text, 'The proof of the domain for the MCP registry.', operator),
  file('/index-ping.txt', text, 'The key that proves ownership to search engines.', operator),
];

const octets = 'application/octet-stream';

const proofs: readonly PublicDoor[] = [
  door('/trust/keys.md', 'signing_keys', 'The signing keys.'),
  door('/log/checkpoint', text, 'The signed state of the log.'),
  door('/log/tile/{level}/{+tile}', octets, 'A tile of the log: hashes, or entries at the level `entries`.'),
  door('/manifest.json', json, 'The signed list of everything that is published.', proof),
  door('/manifest.json.sig', octets, 'The signature of the manifest.', proof),
  door('/manifest/{part}.json', json, 'A part of the manifest, with the pages of a section.', proof),
  door(
    commandPaths.archive,
    'application/gzip',
    'The command agent-topology, for `npx --yes` with this address.',
    proof,
  ),
  door(commandPaths.digest, text, 'The SHA-256 of the command, as `sha256sum -c` reads it.', proof),
];

const probes: readonly PublicDoor[] = [
  door(paths.live, text, 'Whether the process answers.', probe),
  door(
    paths.ready,
    text,
    'Whether it serves pages; with `?strict`, also whether the database answers.',
    probe,
  ),
];

const rpc = (path: string, summary: string): PublicDoor => ({
  ...door(path, json, summary, { type: 'rpc', from: 'server' }),
});

const calls: readonly PublicDoor[] = [
  rpc(mcpPath, 'The Model Context Protocol: JSON-RPC over Streamable HTTP.'),
  rpc(openAiPath, 'MCP with `search` and `fetch` alone, in the shape that OpenAI asks for.'),
];

/** All public doors, in the order in which agents usually request them. */
export const publicDoors: readonly PublicDoor[] = [
  ...introductions,
  ...families,
  ...newestVersions,
  ...lists,
  ...besidePages,
  ...descriptions,
  ...proofs,
  ...probes,
  ...calls,
];
