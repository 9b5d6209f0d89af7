/** What bundles leave out of libraries is used nowhere, and is left out. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const { bundleOf } = require('../../../scripts/launch/bundle.cjs') as {
  bundleOf(entries: readonly string[]): Promise<{ code: Buffer; inputs: string[] }>;
};

/** The sources that end up in bundles: `scripts/bench` measures the parsers of express itself. */
const sources = ['build', 'server', 'scripts']
  .flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  .filter(name => name.endsWith('.ts') && !name.startsWith('scripts/bench/'))
  .map(name => ({ name, text: readFileSync(name, 'utf8') }));

/** Uses of what is left out, by what it is. */
const uses = {
  'parsers of express':
    /\bexpress\.(?:json|raw|text|urlencoded)\b|from '(?:body-parser|raw-body|iconv-lite)'/,
  'languages of zod': /\bz\.locales\b|\blocales\b.*from 'zod|from 'zod\/.*locales/,
};

test('no source uses the parsers of express, or zod in another language than English', () => {
  for (const [what, use] of Object.entries(uses))
    assert.deepEqual(
      sources.filter(({ text }) => use.test(text)).map(({ name }) => name),
      [],
      what,
    );
});

test('a use of either is found', () => {
  assert.match('app.use(express.json());', uses['parsers of express']);
  assert.match("import { decode } from 'iconv-lite';", uses['parsers of express']);
  assert.match('z.config(z.locales.de());', uses['languages of zod']);
  assert.match("import { locales } from 'zod/v4';", uses['languages of zod']);
});

test('only the selection of visitors reads the list of crawlers, and only its patterns and tags', () => {
  const readers = sources.filter(({ text }) => text.includes("from 'crawler-user-agents'"));
  assert.deepEqual(
    readers.map(({ name }) => name),
    ['server/ticket/selection.ts'],
  );
  // With this type, the compiler refuses other fields.
  assert.match(readers[0]!.text, /readonly \{ pattern: string; tags: readonly string\[\] \}\[\]/);
});

test('the bundle of the server has none of it, and still selects crawlers', async () => {
  const { code, inputs } = await bundleOf(['server/main.ts']);
  const found = inputs.filter(input => /iconv-lite|raw-body|zod\/.*\/locales\/(?!index|en\.)/.test(input));
  assert.deepEqual(found, []);
  const text = code.toString('latin1');
  const [first] = JSON.parse(
    readFileSync('node_modules/crawler-user-agents/crawler-user-agents.json', 'utf8'),
  ) as { pattern: string; url: string; instances: string[] }[];
  const has = (part: string) => text.includes(JSON.stringify(part));
  assert.ok(has(first!.pattern));
  assert.ok(!first!.instances.some(has));
});
