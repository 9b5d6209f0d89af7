/** A tree for a host of plain files: nothing on it promises what files do not answer, and it is told by its signed manifest. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { staticNote } from '#document/text/static-note.ts';
import { silent } from '../../../scripts/support/progress.ts';
import { readFolder } from '../../../scripts/verify/folder.ts';
import { readDist } from '../../../server/site/dist.ts';
import { exampleCopy, temporaryFolder, write } from '../../support/folder.ts';
import { baseUrl, buildInto } from '../../support/shared.ts';
import { assertKeepsPromises } from '../../support/static-site.ts';

/** Pages that the start page leads to, of which two are about the server. */
const contract = {
  mcp: ['MCP', 'Send a `POST` to `/mcp`, and find with `GET /search.md?q=` what fits.'],
  http: ['HTTP', 'Every page has an `ETag`; other names of a pattern redirect with 308.'],
  trust: ['Trust', 'A receipt is signed by the service with the key that it lists.'],
} as const;

function content(): string {
  const folder = exampleCopy();
  for (const [name, [title, rule]] of Object.entries(contract))
    write(
      folder,
      `docs/${name}.md`,
      `---\ntitle: ${title}\ndescription: What holds for ${title} in this test.\n---\n\n## Rules\n\n### 1\n\n${rule}\n`,
    );
  return folder;
}

describe('a tree for a host of plain files', async () => {
  const source = content();
  const dist = await buildInto(source, undefined, { reading: true, isStatic: true });
  const text = (name: string): string => readFileSync(join(dist, name), 'utf8');

  it('keeps every promise: each link, discovery file and target is answered, and the verifier agrees', async () => {
    const paths = await assertKeepsPromises(dist);
    for (const path of ['/llms.txt', '/404.html', '/patterns/gate.md', '/starters/index/coding.bug_fix.html'])
      assert.ok(paths.has(path) || path === '/404.html', path);
  });

  it('leaves out what only the server answers', () => {
    const gone = [
      ...['server.json', 'mcp', '.well-known/api-catalog', '.well-known/mcp.json'],
      ...['.well-known/agent-card.json', '.well-known/agent.json', '.well-known/mcp'],
    ];
    assert.deepEqual(
      gone.filter(name => existsSync(join(dist, name))),
      [],
    );
    for (const name of ['llms.txt', 'skills/agent-topology/SKILL.md', 'robots.txt', 'index.html'])
      assert.doesNotMatch(text(name), /\/mcp|\/v1\/|\?q=|\?task_class=|ticket/, name);
    assert.match(text('index.html'), /<form class="search scripted" action="\.\/search\.html"/);
    const { paths, components } = JSON.parse(text('docs/openapi.json'));
    assert.ok('/patterns/{pattern}.md' in paths && !('/mcp' in paths) && !('/search.md' in paths));
    const operations = Object.values<{ get: { responses: object } }>(paths);
    assert.ok(operations.every(({ get }) => Object.keys(get.responses).join() === '200,404'));
    assert.deepEqual(Object.keys(components), ['schemas']);
  });

  it('says on pages about the server that this copy has none, and on no others', () => {
    for (const name of ['docs/mcp.md', 'docs/http.md']) assert.ok(text(name).includes(staticNote), name);
    for (const name of ['docs/trust.md', 'guides/agentic-design-patterns.md', 'patterns/gate.md'])
      assert.ok(!text(name).includes(staticNote), name);
  });

  it('has the newest active version of a team under its name alone, with its files for each target', () => {
    assert.equal(text('starters/solo-mender.md'), text('starters/solo-mender/1.0.0.md'));
    assert.equal(
      text('exports/claude-code/solo-mender.md'),
      text('exports/claude-code/solo-mender/1.0.0.md'),
    );
  });

  it('has a page under every name of a pattern, since nothing redirects', async () => {
    assert.deepEqual(JSON.parse(text('manifest.json')).redirects, []);
    assert.equal(text('patterns/agent-loop.md'), text('patterns/tool-loop.md'));
    assert.match(
      text('patterns/agent-loop.html'),
      /rel="canonical" href="http:\/\/[^"]*\/patterns\/tool-loop.html"/,
    );
    assert.doesNotMatch(text('sitemap.txt'), /agent-loop/);
    assert.doesNotMatch(text('reading/search.json'), /\/agent-loop/);
  });

  it('is refused by the server, which would have nothing to add to it', async () => {
    await assert.rejects(
      readDist(dist),
      /was built with PROFILE=static.* Run `npm run build` without PROFILE/,
    );
  });

  it('may hold the domain of its own address beside the tree, and nothing else', t => {
    const other = join(temporaryFolder(t), 'dist');
    cpSync(dist, other, { recursive: true });
    const faults = () => readFolder(other, silent).faults.map(({ where, message }) => `${where}: ${message}`);
    writeFileSync(join(other, 'CNAME'), `${new URL(baseUrl).hostname}\n`);
    assert.deepEqual(faults(), []);
    writeFileSync(join(other, 'CNAME'), 'elsewhere.example\n');
    assert.match(faults().join('\n'), /CNAME: The manifest does not name this file/);
  });
});
