/** Fields that editors write: they are text on every page, so no page has a link, image or HTML that nobody wrote as one. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodesWithin, parseBody } from '../../../build/catalog/source/markdown.ts';
import { build } from '../../../build/run/build.ts';
import { testRing } from '../../keys.ts';
import { exampleContent, exampleCopy, temporaryFolder, write } from '../../support/folder.ts';

let written = 0;
/** No two are the same, since no sentence may be on two pages. */
const hostile = (): string => {
  written += 1;
  return `"](/trap.md) ![x](/trap.md) <img src=x> [y](/trap.md) <b>&lt;i&gt; \`c\` **d** ${written}"`;
};

/** Puts the hostile text into every one of some fields of a file. */
function spoil(content: string, name: string, fields: readonly string[]): void {
  // A claim with other figures would not agree with the sentence that it rests on.
  const text = readFileSync(join(exampleContent, name), 'utf8').replace(/^ {4}basis:.*\n(?: {6}.*\n)*/gm, '');
  const front = text.slice(0, text.indexOf('\n---\n'));
  const spoilt = fields.reduce(
    (changed, field) =>
      changed.replaceAll(
        new RegExp(`^( *(?:- )?${field}): .*$`, 'gm'),
        (_line, key: string) => `${key}: ${hostile()}`,
      ),
    front,
  );
  assert.notEqual(spoilt, front, name);
  write(content, name, spoilt + text.slice(front.length));
}

test('pages hold fields as plain text, whatever editors write in them', async t => {
  const content = exampleCopy(t);
  spoil(content, 'patterns/gate.md', ['title', 'description', 'intent', 'purpose', 'why']);
  spoil(content, 'families.md', ['name', 'description', 'title']);
  spoil(content, 'domains/coding.md', ['title']);
  spoil(content, 'site.md', ['title', 'description', 'organization']);
  spoil(content, 'guides/agentic-design-patterns.md', ['title', 'description']);
  spoil(content, 'publishers/house.md', ['title', 'description', 'display_name']);
  spoil(content, 'research/loops-2024.md', [
    'description',
    'claim',
    'conditions',
    'limits',
    'source_version',
  ]);
  const dist = temporaryFolder(t);
  const result = await build({
    ...{ contentDir: content, distDir: dist, baseUrl: 'http://catalog.test', keys: testRing() },
    logDir: temporaryFolder(t),
  });
  assert.ok(result.ok, JSON.stringify(result.ok || result.messages));
  let pages = 0;
  let spoilt = 0;
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:md|txt)$/.test(name)) continue;
    pages += 1;
    const text = readFileSync(join(dist, name), 'utf8');
    if (text.includes('trap')) spoilt += 1;
    for (const { node } of nodesWithin(parseBody(text.replace(/^---\n[\s\S]*?\n---\n/, ''), 1))) {
      assert.ok(node.type !== 'html' && node.type !== 'image', `${name}: ${JSON.stringify(node)}`);
      assert.ok(node.type !== 'link' || !node.url.includes('trap'), `${name}: ${JSON.stringify(node)}`);
    }
  }
  assert.ok(pages > 30 && spoilt > 8, `${spoilt} of ${pages} pages`);
});
