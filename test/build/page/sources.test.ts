/** `/docs/sources.zip`: the files of the content, signed with the tree. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { findContent } from '../../../build/catalog/source/content.ts';
import { sourcesPath } from '../../../build/page/sources.ts';
import { exampleCopy, write } from '../../support/folder.ts';
import { buildInto, manifestIn } from '../../support/shared.ts';

test('a tree of either profile carries the files that it does not serve as they are, byte for byte', async () => {
  const content = exampleCopy();
  write(content, 'README.md', 'For editors.\n');
  write(content, 'discovery/index-ping.txt', '0123456789abcdef\n');
  const names = findContent(content).files.map(({ name }) => name);
  const expected = names.filter(name => !/^(?:starters|formations)\/|\.csv$/.test(name));
  assert.ok(expected.includes('trust/publications/starters/solo-mender/1.0.0.md'));
  for (const isStatic of [false, true]) {
    const dist = await buildInto(content, undefined, { isStatic });
    const files = Object.entries(unzipSync(readFileSync(join(dist, sourcesPath))));
    const own = files.filter(([name]) => name !== 'discovery/index-ping.txt');
    assert.equal(files.length - own.length, 1);
    assert.deepEqual(
      own.map(([name]) => name),
      expected,
    );
    for (const [name, bytes] of own) assert.deepEqual(Buffer.from(bytes), readFileSync(join(content, name)));
    const entry = manifestIn(dist).pages.find(({ path }) => path === sourcesPath)!;
    const { kind, media_type, listed, ticket, immutable } = entry;
    assert.deepEqual([kind, media_type, listed], ['discovery', 'application/zip', false]);
    assert.deepEqual([ticket, immutable], [undefined, undefined]);
  }
});
