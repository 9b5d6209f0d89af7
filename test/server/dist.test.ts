/** What is read of a catalog before somebody asks for it, and that it is believed no more than what is read then. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type Dist, DistError, readAhead, readDist } from '../../server/dist.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { buildInto } from '../support/server.ts';

const whole = buildInto(exampleContent);

/** A copy of the tree. */
function treeOf(context: TestContext): string {
  const folder = join(temporaryFolder(context), 'dist');
  cpSync(whole, folder, { recursive: true });
  return folder;
}

const contentsOf = ({ pages }: Dist) =>
  Array.from(pages, ([path, page]) => {
    const entry = page.readEntry();
    return [path, entry, page.bytes(entry, 'identity').toString('base64')];
  });

/** Damages a pack in every way that is told from the outside. */
const damages: [string, (path: string) => void][] = [
  [
    'has another byte',
    path =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
      ),
  ],
  ['is longer', path => appendFileSync(path, '#')],
  ['is shorter', path => writeFileSync(path, readFileSync(path).subarray(0, -1))],
  ['is gone', path => rmSync(path)],
];

describe('a catalog that is read ahead', () => {
  test('is the same as one that is read when it is asked for', async context => {
    const dist = treeOf(context);
    const ahead = await readAhead(dist);
    assert.equal(ahead?.present.size, readdirSync(join(dist, 'packs')).length);
    // Nothing is read again: the files may be gone.
    rmSync(join(dist, 'packs'), { recursive: true });
    assert.deepEqual(contentsOf(readDist(dist, ahead)), contentsOf(readDist(whole)));
  });

  test('is read again when another one took its place meanwhile', async context => {
    const dist = treeOf(context);
    const ahead = await readAhead(dist);
    const manifest = join(dist, 'manifest.json');
    writeFileSync(manifest, `${readFileSync(manifest, 'utf8')}\n`);
    ahead!.store.fill(0);
    assert.deepEqual(contentsOf(readDist(dist, ahead)), contentsOf(readDist(whole)));
  });

  for (const [what, damage] of damages) {
    test(`is refused like any other where a pack ${what}`, async context => {
      const dist = treeOf(context);
      const pack = join(dist, 'packs', readdirSync(join(dist, 'packs'))[0]!);
      damage(pack);
      for (const ahead of [undefined, await readAhead(dist)]) {
        assert.throws(
          () => readDist(dist, ahead),
          (error: Error) => error instanceof DistError && error.message.startsWith(pack),
        );
      }
    });
  }

  test('leaves it to others to say that there is none', async context => {
    const empty = temporaryFolder(context);
    assert.equal(await readAhead(empty), undefined);
    assert.throws(() => readDist(empty), /holds no catalog\. Run `npm run build`\./);
  });
});
