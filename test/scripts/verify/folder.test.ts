/** Verifying a built folder: every byte, file and link. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sha256Hex } from '#document/text/digest.ts';
import { writeVerification } from '../../../scripts/support/verification.ts';
import { type Draft, signedTree } from '../../support/signed-tree.ts';
import { assertGreen, assertRed, changes, faultsOf, filesIn, run } from './setting.ts';

describe('verifying a folder', () => {
  const { dist } = signedTree({ changes });

  it('is all green for what a build wrote', async () => {
    const report = await run(dist);
    assertGreen(report);
    assert.deepEqual([report.artifacts, report.logEntries], [3, 5]);
  });

  it('is red with one byte changed in any file, and names the file', async () => {
    const files = filesIn(dist);
    const anyChange = fc.record({
      file: fc.constantFrom(...files),
      at: fc.nat(),
      bits: fc.integer({ min: 1, max: 255 }),
    });
    // Every file once, at its first byte or its last, then any byte of any.
    const chosen = files.map((file, i) =>
      i % 2 === 0 ? { file, at: 0, bits: 1 } : { file, at: -1, bits: 0x80 },
    );
    const manifest = join(dist, 'manifest.json');
    // The digest of a part: none of its pages can be read then.
    const digest = { file: manifest, at: readFileSync(manifest).indexOf('"digest": "') + 11, bits: 1 };
    for (const { file, at, bits } of [...chosen, digest, ...fc.sample(anyChange, 20)]) {
      const bytes = readFileSync(file);
      const place = at < 0 ? bytes.length - 1 : at % bytes.length;
      writeFileSync(file, bytes.with(place, bytes[place]! ^ bits));
      const report = await run(dist);
      writeFileSync(file, bytes);
      const named = report.results.flatMap(({ faults }) => faults.map(fault => fault.where));
      assert.ok(named.includes(file), `byte ${place} of ${file}\n${writeVerification(report)}`);
    }
  });

  it('is red with a file removed, and names it', async () => {
    for (const file of fc.sample(fc.constantFrom(...filesIn(dist)), 8)) {
      const bytes = readFileSync(file);
      rmSync(file);
      const report = await run(dist);
      writeFileSync(file, bytes);
      assert.ok(
        report.results.some(({ faults }) => faults.some(({ where }) => where === file)),
        file,
      );
    }
  });

  it('is red with a file, a hidden file or a link that the manifest does not name', async () => {
    const strays = ['extra.md', 'patterns/.hidden', 'link'].map(name => join(dist, name));
    mkdirSync(join(dist, 'patterns'), { recursive: true });
    writeFileSync(strays[0]!, '');
    writeFileSync(strays[1]!, '');
    symlinkSync('/etc/hostname', strays[2]!);
    const faults = faultsOf(await run(dist));
    for (const stray of strays) rmSync(stray);
    for (const stray of strays)
      assert.ok(
        faults.some(fault => fault.includes(relative(dist, stray))),
        stray,
      );
  });

  it('is red for a page that leads out of the folder', async () => {
    const alter = (pages: Draft[]) => {
      pages.find(page => page.path === '/status.md')!.file = '../status.md';
    };
    const tree = signedTree({ alter });
    await assertRed(
      tree.dist,
      /files and digests: manifest\.json: The part manifest\/root\.json of the manifest is wrong at \d+\.file/,
    );
  });

  it('is red for a part of the manifest that is none, though its digest is right', async () => {
    const tree = signedTree();
    const file = join(tree.dist, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const bytes = Buffer.from('[["/",2,3]]\n{}');
    Object.assign(manifest.parts[0], { digest: sha256Hex(bytes), size: bytes.length });
    writeFileSync(join(tree.dist, manifest.parts[0].file), bytes);
    writeFileSync(file, JSON.stringify(manifest));
    await assertRed(tree.dist, /The part manifest\/.* of the manifest is not JSON/);
  });

  it('is red, not green, for a folder that holds nothing', async () => {
    await assertRed(join(dist, 'nowhere'), /manifest.json: The file is missing/);
  });
});
