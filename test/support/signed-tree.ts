/** A small signed tree, as a build leaves one: written page by page, so that tests of the verifier know every byte. */
import { join } from 'node:path';
import { head, type Kind } from '#document/kind/kind.ts';
import type { StatusChange } from '#document/kind/statuses.ts';
import { doc, index, starter } from '#document/message/index.ts';
import { type LogFiles, logMediaType } from '#document/proof/log/files.ts';
import type { KeyRing } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { byText, manifestFormat, type PageEntry } from '#document/text/manifest.ts';
import { makeTrust, type Trust } from '../../build/document/proof/disk/trust.ts';
import { testRing } from '../keys.ts';
import { temporaryFolder, write } from './folder.ts';
import { writeManifest } from './write-manifest.ts';

export interface TreeOptions {
  baseUrl?: string;
  ring?: KeyRing;
  /** The names of starters, in the order of their publication, a day apart. */
  starters?: readonly string[];
  changes?: readonly StatusChange[];
  log?: LogFiles;
  /** Changes the pages before they are written and signed: what a wrong build would do. */
  alter?(pages: Draft[]): void;
}

export interface Draft extends Partial<PageEntry> {
  path: string;
  bytes: Uint8Array;
}

const markdown = 'text/markdown; charset=utf-8';
const defaultBase = 'http://catalog.test';

/** The path of a starter of the tree: `name` is its version 1.0.0, `name@1.1.0` another one. */
export function starterPath(named: string): string {
  const [name, version = '1.0.0'] = named.split('@');
  return `/starters/${name}/${version}.md`;
}

/** Writes a tree into a new folder, or into `dist`. */
export function signedTree(
  options: TreeOptions = {},
  dist = join(temporaryFolder(), 'dist'),
): Trust & { dist: string } {
  const { baseUrl = defaultBase, ring = testRing(), starters = ['one', 'two', 'three'] } = options;
  const artifacts = starters.map(starterArtifact);
  const trust = makeTrust({ artifacts, changes: options.changes ?? [], ring, baseUrl, log: options.log });
  const pages = [...artifactDrafts(artifacts, trust), ...trustDrafts(trust), ...otherDrafts(trust, baseUrl)];
  options.alter?.(pages);
  writeTree(dist, pages, baseUrl, ring);
  return { ...trust, dist };
}

function starterArtifact(name: string, day: number) {
  const path = starterPath(name);
  const bytes = Buffer.from(
    writeDocument(starterFields(name, path), `# Starter ${name}\n\n## Instructions\n\n### lead\n\nWork.`),
  );
  return {
    path,
    bytes,
    digest: `sha256:${sha256Hex(bytes)}`,
    published_at: `2026-01-${String(day + 1).padStart(2, '0')}T00:00:00Z`,
  };
}

function starterFields(named: string, path: string): Record<string, unknown> {
  const [name, version = '1.0.0'] = named.split('@');
  const common = head(starter as never, {
    path,
    baseUrl: '',
    title: `Starter ${named}`,
    description: 'To begin from.',
  });
  const role = { id: 'lead', purpose: 'Works.', model_tier: 'large', tools: [], reads: [], writes: [] };
  const budget = { max_agents: 1, input_tokens: 1000, output_tokens: 100, elapsed_milliseconds: 1000 };
  return {
    ...common,
    name,
    version,
    goal: 'Do the work.',
    task_classes: ['coding.bug_fix'],
    patterns: ['tool-loop'],
    entry_role: 'lead',
    roles: [role],
    edges: [],
    budget,
    stop_conditions: ['The work is done.'],
    checks: ['The tests pass.'],
    falsified_if: 'It is no better than nothing.',
    cautions: [],
    sources: [],
  };
}

function artifactDrafts(
  artifacts: readonly { path: string; bytes: Uint8Array; digest: string }[],
  trust: Trust,
): Draft[] {
  return artifacts.flatMap(({ path, bytes, digest }) => {
    const state = trust.states.get(path)!;
    const artifact = { digest: digest.slice(7), status: state.status };
    const copy = trust.copies.find(each => each.of === path)!;
    const named = { path, bytes, kind: 'starter', artifact, listed: state.status !== 'revoked' };
    return [named, { ...named, path: copy.path, listed: false, immutable: true }];
  });
}

function trustDrafts(trust: Trust): Draft[] {
  const pages = trust.pages.map(({ path, kind, value, body }) => {
    const bytes = Buffer.from(writeDocument(value, `# ${value.title}\n\n${body}`));
    return { path, bytes, kind, listed: kind === 'signing_keys' };
  });
  const log = [...trust.log].map(([path, bytes]) => ({
    path: `/log/${path}`,
    bytes,
    media_type: logMediaType(path),
    kind: 'log',
  }));
  return [...pages, ...log];
}

const jsonPaths = [
  ...['directory-listing.json', 'agent-card.json', 'agent.json', 'mcp/server-card.json', 'mcp.json'],
  ...['ard.json', 'ai-catalog.json', 'mcp', 'mcp-server-card', 'mcp/server-cards.json', 'owners.json'],
  'api-catalog',
].map(name => `/.well-known/${name}`);

function otherDrafts(trust: Trust, baseUrl: string): Draft[] {
  const page = (kind: unknown, path: string, body: string, fields = {}): Draft => {
    const common = head(kind as Kind, { path, baseUrl, title: `Page ${path}`, description: 'A page.' });
    const bytes = Buffer.from(writeDocument({ ...common, ...fields }, `# Page\n\n${body}\n`));
    return { path, bytes, kind: (kind as Kind).kind, listed: true };
  };
  const plain = ['/status.md', '/docs/index.md'].map(path => page(doc, path, 'Text.'));
  const lists = ['patterns', 'domains', 'research', 'formations'].map(name =>
    page(index, `/${name}/index.md`, 'None.', { lists: name, total: 0 }),
  );
  const home = page(
    doc,
    '/',
    '## Begin\n\n[Starters](/starters/index.md), [the log](/trust/keys.md#the-log), [here](#begin).',
  );
  const texts = [
    {
      path: '/llms.txt',
      bytes: Buffer.from('# Catalog\n\n> Text.\n\n## Pages\n\n- [Starters](/starters/index.md)\n'),
      media_type: markdown,
    },
    {
      path: '/robots.txt',
      bytes: Buffer.from(`User-agent: *\nSitemap: ${baseUrl}/sitemap.txt\n`),
      media_type: 'text/plain; charset=utf-8',
    },
    ...[...jsonPaths, '/mcp/.well-known/owners.json', '/mcp/server-card', '/docs/openapi.json'].map(
      (path, at) => ({
        path,
        // A path may be that of a folder too, so its file has another name.
        file: `json/${at}.json`,
        bytes: Buffer.from('{}'),
        media_type: 'application/json',
      }),
    ),
  ].map(each => ({ ...each, kind: 'discovery' }));
  const known = [home, ...plain, ...lists, starterIndex(trust, page)];
  const listed = [...known.map(each => each.path), '/trust/keys.md', ...listedStarters(trust)];
  const sitemap = Buffer.from(
    listed
      .sort(byText)
      .map(path => `${baseUrl}${path}\n`)
      .join(''),
  );
  return [
    ...known,
    ...texts,
    { path: '/sitemap.txt', bytes: sitemap, kind: 'discovery', media_type: 'text/plain; charset=utf-8' },
  ];
}

const listedStarters = ({ states }: Trust) =>
  [...states.values()].filter(({ status }) => status !== 'revoked').map(state => state.path);

function starterIndex(
  trust: Trust,
  page: (kind: unknown, path: string, body: string, fields: object) => Draft,
): Draft {
  const listed = listedStarters(trust);
  const gone = [...trust.states.keys()].filter(path => !listed.includes(path));
  const lines = listed.map(path => `- [starter](${path})`).join('\n');
  const withdrawn =
    gone.length === 0 ? '' : `\n\n## Withdrawn\n\n${gone.map(path => `- [${path}](${path})`).join('\n')}`;
  return page(index, '/starters/index.md', lines + withdrawn, { lists: 'starter', total: listed.length });
}

/** Writes pages, the manifest and its signature. */
function writeTree(dist: string, drafts: readonly Draft[], baseUrl: string, ring: KeyRing): void {
  const entries = drafts.map(({ bytes, ...draft }): PageEntry => {
    const file = draft.file ?? (draft.path === '/' ? 'index.md' : draft.path.slice(1));
    write(dist, file, bytes);
    const common = { kind: 'doc', listed: false, media_type: markdown, tokens: 0 };
    return { ...common, ...draft, file, digest: sha256Hex(bytes), size: bytes.length };
  });
  const redirects = [{ path: '/old.md', to: '/status.md' }];
  const builder = { version: '0.0.0', digest: sha256Hex('another builder') };
  const manifest = { format: manifestFormat, base_url: baseUrl, builder, redirects } as const;
  writeManifest(dist, manifest, entries, ring);
}
