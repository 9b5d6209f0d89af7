/** The public routes of the interface, for `/docs/openapi.json`: what GET answers at each, by the kind of its document. */

import type { QueryParameter } from './query.ts';

interface PublicRoute {
  path: string;
  summary: string;
  /** A kind of document, or the media type of what is none. */
  answers: string;
  query?: readonly QueryParameter[];
}

const json = 'application/json';
const text = 'text/plain';

const page = (path: string, answers: string, summary: string): PublicRoute => ({ path, answers, summary });

export const publicRoutes: readonly PublicRoute[] = [
  page('/', 'doc', 'The introduction.'),
  page('/llms.txt', 'text/markdown', 'The index for agents.'),
  page('/robots.txt', text, 'Crawl rules.'),
  page('/sitemap.txt', text, 'Every public page, one address a line.'),
  page('/.well-known/agent-card.json', json, 'The agent card.'),
  page('/.well-known/mcp.json', json, 'The MCP server card.'),
  page('/.well-known/ard.json', json, 'The agentic resource discovery manifest.'),
  page('/.well-known/ai-catalog.json', json, 'The AI catalog manifest.'),
  page('/.well-known/api-catalog', 'application/linkset+json', 'The API catalog.'),
  page('/.well-known/owners.json', json, 'The owners document.'),
  page('/docs/index.md', 'doc', 'The contract directory.'),
  page('/docs/{subject}.md', 'contract', 'The contract on a subject.'),
  page('/docs/openapi.json', json, 'This description.'),
  page('/docs/schemas/{kind}/{version}.md', 'doc', 'The reference of a kind.'),
  page('/docs/schemas/{kind}/{version}.json', 'application/schema+json', 'The JSON Schema of a kind.'),
  page('/docs/recompute.py', 'text/x-python', 'The second verifier of evidence.'),
  page('/docs/vectors/evidence.json', json, 'Test vectors of the evidence rules.'),
  page('/patterns/index.md', 'index', 'All patterns by family.'),
  page('/patterns/{pattern}.md', 'pattern', 'A pattern.'),
  page('/patterns/{pattern}/findings.md', 'findings', 'Research on a pattern.'),
  page('/domains/index.md', 'index', 'All task domains.'),
  page('/domains/{domain}.md', 'domain', 'A task domain.'),
  page('/domains/{domain}/findings.md', 'findings', 'Research in a domain.'),
  page('/guides/{guide}.md', 'guide', 'A guide.'),
  page('/research/index.md', 'index', 'All research records.'),
  page('/research/{source}.md', 'research_record', 'A research record.'),
  {
    ...page('/starters/index.md', 'index', 'All starters.'),
    query: [
      { name: 'task_class', description: 'Only starters for this task class.', schema: { type: 'string' } },
    ],
  },
  page('/starters/{name}/{version}.md', 'starter', 'A starter.'),
  page('/formations/index.md', 'index', 'All published formations.'),
  page('/formations/{publisher}/{name}/{version}.md', 'formation', 'A published formation.'),
  page('/artifacts/sha256/{digest}.md', 'text/markdown', 'The exact bytes of a public artifact.'),
  page('/artifacts/sha256/{digest}/signature.md', 'signature_receipt', 'Its signature.'),
  page('/artifacts/sha256/{digest}/status.md', 'artifact_status', 'Its status.'),
  page('/trust/keys.md', 'signing_keys', 'The signing keys.'),
  page('/status.md', 'doc', 'Health and limitations.'),
];
