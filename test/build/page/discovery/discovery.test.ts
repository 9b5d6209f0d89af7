/** Discovery documents, judged by their schemas and by other people's checkers. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { AgentCard } from '@a2a-js/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import robotsParser from 'robots-parser';
import { warnOfExpiry } from '../../../../build/catalog/check/operator-file.ts';
import { readOperatorFiles } from '../../../../build/catalog/source/read.ts';
import { build } from '../../../../build/run/build.ts';
import { testRing } from '../../../keys.ts';
import { exampleContent, exampleCopy, temporaryFolder, write } from '../../../support/folder.ts';
import { manifestIn } from '../../../support/shared.ts';

const baseUrl = 'https://catalog.example.org';
// The package is CommonJS, and its types call the function a default export.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const root = join(import.meta.dirname, '../../../..');

async function buildExample(contentDir: string) {
  const distDir = join(temporaryFolder(), 'dist');
  const result = await build({
    ...{ contentDir, distDir, baseUrl, keys: testRing(), logDir: join(temporaryFolder(), 'log') },
  });
  assert.ok(result.ok, JSON.stringify(result));
  const manifest = manifestIn(distDir);
  const file = (path: string) => manifest.pages.find(page => page.path === path)?.file;
  const read = (path: string) => readFileSync(join(distDir, file(path) ?? `no page ${path}`), 'utf8');
  return { manifest, read, json: (path: string) => JSON.parse(read(path)) };
}

const site = await buildExample(exampleContent);

const schema = (name: string) => JSON.parse(readFileSync(join(root, 'test/schema', name), 'utf8'));

function validator(name: string, definition?: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(schema(name), 'schema');
  const validate = ajv.getSchema(definition ? `schema#/$defs/${definition}` : 'schema')!;
  return (value: unknown) => assert.ok(validate(value), JSON.stringify(validate.errors, null, 1));
}

describe('the MCP server card', () => {
  const valid = validator('server-card.schema.json', 'ServerCard');

  test('is valid at its own path', () => valid(site.json('/mcp/server-card')));

  test('is described in at most 100 characters, and names the endpoint with its revisions', () => {
    const card = site.json('/mcp/server-card');
    assert.ok(card.description.length <= 100);
    assert.equal(card.remotes[0].url, `${baseUrl}/mcp`);
    assert.equal(card.remotes[0].supportedProtocolVersions[0], '2026-07-28');
    assert.ok(!('tools' in card) && !('resources' in card));
  });

  test('is repeated for older probes with what they read, and names its own path as canonical', () => {
    const paths = ['mcp/server-card.json', 'mcp.json', 'mcp-server-card', 'mcp', 'mcp/server-cards.json'];
    for (const path of paths.map(name => `/.well-known/${name}`)) {
      const card = site.json(path);
      assert.equal(card.endpoint, `${baseUrl}/mcp`);
      assert.deepEqual(card.authentication, { required: false, schemes: [] });
      assert.equal(card.transport.endpoint, `${baseUrl}/mcp`);
      assert.equal(card.serverInfo.name, site.json('/mcp/server-card').name);
      assert.equal(site.manifest.pages.find(page => page.path === path)!.canonical, '/mcp/server-card');
    }
    assert.equal(site.json('/.well-known/mcp').mcp_version, '2026-07-28');
    valid(site.json('/.well-known/mcp/server-cards.json').servers[0]);
  });

  test('schema at hand refuses what it should refuse', () => {
    const folder = join(root, 'test/schema/server-card-examples');
    for (const name of readdirSync(folder)) {
      const judge = () => valid(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      if (name.startsWith('valid')) judge();
      else assert.throws(judge, name);
    }
  });
});

describe('the agent card', () => {
  const card = site.json('/.well-known/agent-card.json');

  test('is valid, and the same at both paths', () => {
    validator('a2a-agent-card-1.0.1.DERIVED.schema.json')(card);
    assert.equal(site.read('/.well-known/agent.json'), site.read('/.well-known/agent-card.json'));
  });

  test('survives the SDK of its protocol', () => {
    const again = AgentCard.toJSON(AgentCard.fromJSON(card)) as typeof card;
    for (const field of Object.keys(card)) assert.deepEqual(again[field], card[field], field);
  });

  test('points to MCP and nowhere else', () => {
    assert.equal(card.supportedInterfaces.length, 1);
    assert.equal(card.supportedInterfaces[0].url, `${baseUrl}/mcp`);
    assert.match(
      card.supportedInterfaces[0].protocolBinding,
      /^https:\/\/modelcontextprotocol\.io\/.*2026-07-28/,
    );
    assert.match(card.description, /MCP.*not A2A/);
    assert.ok(!('url' in card));
  });
});

describe('the resource manifest', async () => {
  const manifest = site.json('/.well-known/ard.json');

  test('satisfies both conventions', () => {
    validator('ard-entry.schema.json', 'ardManifest')(manifest);
    validator('ai-catalog-current.DERIVED.schema.json')(manifest);
    assert.equal(site.read('/.well-known/ai-catalog.json'), site.read('/.well-known/ard.json'));
  });

  test('passes the conformance checker of Lighthouse without errors', async () => {
    const { ConformanceTester } = await import(join(root, 'node_modules/lighthouse/third-party/ard/ard.js'));
    const tester = new ConformanceTester();
    assert.ok(
      tester.validate_manifest(site.read('/.well-known/ai-catalog.json'), 'catalog'),
      JSON.stringify(tester.errors),
    );
    assert.deepEqual(tester.errors, []);
    // llms.txt and the indexes are Markdown, which the checker does not know as a type of resource, nor the type of skills in Markdown of
    // the AI catalog.
    for (const { message } of tester.warnings)
      assert.match(message, /Media type '(?:text\/markdown|application\/agent-skills\+md)'/);
  });

  test('begins with the server card and has none of the fields that were dropped', () => {
    assert.equal(manifest.entries[0].type, 'application/mcp-server-card+json');
    assert.deepEqual(
      manifest.entries.slice(1, 4).map((entry: { url: string }) => entry.url),
      ['/llms.txt', '/patterns/index.md', '/starters/index.md'].map(path => baseUrl + path),
    );
    for (const field of ['mediaType', 'metadata', 'trustManifest', 'extensions']) {
      assert.ok(!(field in manifest) && manifest.entries.every((entry: object) => !(field in entry)), field);
    }
  });
});

describe('/robots.txt', () => {
  const text = site.read('/robots.txt');

  test('lets every crawler read every page', () => {
    const robots = parseRobots(`${baseUrl}/robots.txt`, text);
    for (const agent of ['GPTBot', 'ClaudeBot', 'Googlebot', '*']) {
      assert.equal(robots.isAllowed(`${baseUrl}/patterns/gate.md`, agent), true);
    }
    assert.equal(robots.isAllowed(`${baseUrl}/v1/tenants/x`, 'GPTBot'), false);
    assert.deepEqual(robots.getSitemaps(), [`${baseUrl}/sitemap.txt`]);
  });

  test('states signals and preferences within the group of all agents', () => {
    const [group] = text.split('\n\n');
    assert.match(
      group!,
      /^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nContent-Usage: train-ai=y, search=y\n/,
    );
    assert.match(text, new RegExp(`\nAgentmap: ${baseUrl}/\\.well-known/ard\\.json\n$`));
  });
});

describe('/llms.txt', () => {
  const text = site.read('/llms.txt');

  test('has one title, a summary, and sections that are lists of links', () => {
    const lines = text.split('\n').filter(line => line !== '');
    assert.match(lines[0]!, /^# \S/);
    assert.match(lines[1]!, /^> \S/);
    assert.equal(lines.filter(line => /^# /.test(line)).length, 1);
    const sections = lines.slice(lines.findIndex(line => line.startsWith('## ')));
    for (const line of sections) assert.match(line, /^(?:## \S.*|- \[[^\]]+\]\([^)]+\): \S.*)$/);
    assert.ok(sections.includes('## Optional'));
  });

  test('passes what Lighthouse asks of it', () => {
    // The checks of its audit `llms-txt`: a title, a link, and enough to be worth reading.
    assert.match(text, /^\s*#\s+.+/m);
    assert.match(text, /\[.+\]\(.+\)/);
    assert.ok(text.length >= 50);
  });
});

describe('/sitemap.txt', () => {
  test('lists every page of its own once, as absolute addresses and nothing else', () => {
    const urls = site.read('/sitemap.txt').trimEnd().split('\n');
    const listed = site.manifest.pages.filter(page => page.listed).map(page => baseUrl + page.path);
    assert.deepEqual(urls, listed);
    assert.equal(new Set(urls).size, urls.length);
    assert.ok(urls.includes(`${baseUrl}/`) && urls.includes(`${baseUrl}/starters/solo-mender/1.0.0.md`));
    assert.ok(urls.every(url => !url.includes('?') && !url.includes('.well-known')));
  });
});

describe('owners, the API catalog and the operator’s files', async () => {
  test('owners are none, at both paths', () => {
    for (const path of ['/.well-known/owners.json', '/mcp/.well-known/owners.json']) {
      assert.deepEqual(site.json(path), { $schema: 'https://verifymcp.io/schemas/owners.json', owners: [] });
    }
  });

  test('the API catalog is a linkset that leads to description, documentation and status', () => {
    const [entry] = site.json('/.well-known/api-catalog').linkset;
    assert.equal(entry.anchor, `${baseUrl}/mcp`);
    assert.equal(entry['service-desc'][0].href, `${baseUrl}/mcp/server-card`);
    assert.equal(entry['service-doc'][0].href, `${baseUrl}/docs/index.md`);
    assert.equal(entry.status[0].href, `${baseUrl}/status.md`);
    const page = site.manifest.pages.find(({ path }) => path === '/.well-known/api-catalog')!;
    assert.equal(
      page.media_type,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
  });

  test('without configuration there are no claims, and no proofs', () => {
    assert.deepEqual(site.json('/.well-known/directory-listing.json'), { claims: [] });
    const paths = site.manifest.pages.map(({ path }) => path);
    for (const path of ['/index-ping.txt', '/.well-known/mcp-registry-auth', '/.well-known/security.txt']) {
      assert.ok(!paths.includes(path), path);
    }
  });

  test('a contact that expires a year ahead is refused, and one that expired is served with a warning', async () => {
    const content = exampleCopy();
    const text = 'Contact: tel:+441632960000\nExpires: 2027-11-30T00:00:00Z\n';
    write(content, 'discovery/security-contact.txt', text);
    const buildAt = (now: string) =>
      build({
        ...{ contentDir: content, distDir: temporaryFolder(), baseUrl, keys: testRing(), now },
        logDir: join(temporaryFolder(), 'log'),
      });
    const early = await buildAt('2026-11-30T00:00:00Z');
    assert.match(early.ok ? 'built' : early.messages[0]!.message, /must be less than a year ahead/);
    assert.ok((await buildAt('2026-11-30T00:00:01Z')).ok);
    assert.ok((await buildAt('2030-01-01T00:00:00Z')).ok);
    const warning = (now: string) => warnOfExpiry(readOperatorFiles(content).texts, String, now);
    assert.equal(warning('2027-11-30T00:00:00Z'), undefined);
    assert.match(
      warning('2027-11-30T00:00:01Z')!,
      /security-contact.txt: warning: The file expired at 2027-11-30/,
    );
  });

  test('with configuration they are served exactly', async () => {
    const content = exampleCopy();
    const proof = `v=MCPv1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`;
    write(content, 'discovery/index-ping.txt', 'abcdefgh12345678\n');
    write(content, 'discovery/mcp-registry-auth.txt', `${proof}\n`);
    write(content, 'discovery/directory-listing.json', '{"claims":[{"a":1}]}');
    const contact = 'Contact: mailto:security@example.org\n';
    const expires = 'Expires: 2027-06-30T00:00:00Z\n';
    write(content, 'discovery/security-contact.txt', `# Ours.\n${expires}\n${contact}`);
    const { read, json } = await buildExample(content);
    assert.equal(read('/index-ping.txt'), 'abcdefgh12345678');
    assert.equal(read('/.well-known/mcp-registry-auth'), `${proof}\n`);
    assert.deepEqual(json('/.well-known/directory-listing.json'), { claims: [{ a: 1 }] });
    const canonical = `Canonical: ${baseUrl}/.well-known/security.txt\n`;
    assert.equal(
      read('/.well-known/security.txt'),
      `${contact}${expires}Preferred-Languages: en\n${canonical}`,
    );
  });
});
