/** Files that mean harm: they are refused with file and place, and no memory is reserved for what they claim. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { crc32 } from '../../../../build/document/text/crc.ts';
import type { ImportedResult } from '../../../../scripts/agent-topology/import/result.ts';
import { mostBytes } from '../../../../scripts/agent-topology/import/source.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { fileOf, fixture, readAll, zstdFrame } from '../../../support/import.ts';
import { type ZipMember, zipOf } from '../../../support/zip.ts';

const mebibyte = 1024 * 1024;
const start = { version: 2, eval: { model: 'm', created: '2026-03-02T10:00:00+00:00' } };
const header: ZipMember = { name: 'header.json', content: JSON.stringify(start) };
const sample: ZipMember = {
  name: 'samples/a_epoch_1.json',
  content: JSON.stringify({ id: 'a', epoch: 1, scores: { match: { value: 'C' } } }),
};

/** Asserts that an archive is refused with a message that names it. */
async function refuse(bytes: Uint8Array, message: RegExp): Promise<void> {
  const file = fileOf('log.eval', bytes);
  await assert.rejects(readAll('inspect', file), (error: Error) => {
    assert.equal(error.name, 'Failure', error.stack);
    assert.ok(error.message.startsWith(`${file}: `), error.message);
    assert.match(error.message, message);
    return true;
  });
}

describe('an archive', () => {
  test('is read when it is honest, stored, deflated or in Zstandard', async () => {
    const text = Buffer.from(sample.content);
    const zstd = zstdFrame(text);
    for (const member of [
      { ...sample, method: 0 },
      sample,
      { ...sample, content: zstd, method: 93, size: text.length, crc: crc32(text) },
    ])
      assert.deepEqual(
        (await readAll('inspect', fileOf('log.eval', zipOf([header, member])))).map(({ outcome }) => outcome),
        ['pass'],
      );
  });

  test('that would fill the memory is refused', async () => {
    // 4 KiB that would be 128 MiB.
    const bomb = { ...sample, content: zstdFrame(Buffer.alloc(1), { repeat: 1024 }), method: 93 };
    await refuse(
      zipOf([header, { ...bomb, size: 2 ** 29 }]),
      /it holds more than \d+ bytes, or \d+ in a member/,
    );
    await refuse(zipOf([header, { ...bomb, size: 1000 }]), /a_epoch_1\.json: .*a member is larger than/);
    const deflated = { ...sample, content: Buffer.alloc(4 * mebibyte), size: 1000 };
    await refuse(zipOf([header, deflated]), /a_epoch_1\.json: .*too many bytes in the stream/);
    for (const members of [
      [header, { ...sample, size: 1000 }],
      [header, { ...sample, crc: 1 }],
      [{ ...header, crc: 1 }, sample],
    ])
      await refuse(zipOf(members), /The archive is damaged/);
    const wide = zstdFrame(Buffer.alloc(1), { window: 255 });
    await refuse(zipOf([header, { ...bomb, content: wide }]), /asks for a window of more than 8 MiB/);
  });

  test('with path tricks, encryption or several disks is refused', async () => {
    for (const name of ['../header.json', '/etc/passwd', 'samples/../../x', 'C:/x', 'samples\\x'])
      await refuse(zipOf([header, { ...sample, name }]), /The archive is damaged, or is not an archive/);
    await refuse(zipOf([header, { ...sample, flags: 1 }]), /entry is encrypted/);
    await refuse(zipOf([header, { ...sample, method: 12 }]), /unsupported compression method/);
    await refuse(zipOf([header, sample], 1), /multi-disk/);
  });

  test('within an archive is not opened', async () => {
    const inner = zipOf([header, sample]);
    await refuse(
      zipOf([header, { ...sample, content: inner }]),
      /a_epoch_1\.json: This is not (?:JSON|UTF-8)/,
    );
  });

  test('that was cut off or damaged anywhere is refused', async () => {
    const whole = zipOf([header, sample]);
    for (let length = 2; length < whole.length; length += 7)
      await refuse(
        whole.subarray(0, length),
        /The archive is damaged, or is not an archive: .*\. Copy the file again/,
      );
  });
});

test('JSON that is none, is nested 100,000 deep or is too large is refused', async () => {
  const refuseText = (text: string | Uint8Array, message: RegExp) =>
    assert.rejects(readAll('inspect', fileOf('log.json', text)), { name: 'Failure', message });
  for (const text of ['', '{"id":"a"', '{"id":1}}', '{id:1}', '{"id":nan}', '{"id":"\u0001"}', '<html>'])
    await refuseText(text, /log\.json: This is not JSON: .* Check that the file has the format/);
  for (const text of [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, '{"eval":1,"__proto__":{"model":"m"}}'])
    await refuseText(text, /This is not a log of Inspect/);
  await refuseText(Buffer.from('{"id":"\xff"}', 'latin1'), /This is not UTF-8/);
  const file = fileOf('large.json', '');
  truncateSync(file, mostBytes + 1);
  await assert.rejects(readAll('inspect', file), {
    message: /It has more than \d+ bytes\. Import a shorter log/,
  });
});

test('a folder, a missing file and a device are refused', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'log.json'));
  for (const format of ['inspect', 'csv', 'promptfoo'])
    for (const [file, message] of [
      [join(folder, 'log.json'), /not a regular file/],
      [join(folder, 'none.json'), /cannot be read \(ENOENT\)/],
      ['/dev/zero', /not a regular file/],
    ] as const)
      await assert.rejects(readAll(format, file), { name: 'Failure', message });
});

test('a CSV file that is not UTF-8, or has an endless quote, is refused', async () => {
  const latin = Buffer.from('case_id,outcome\n\xe9,pass\n', 'latin1');
  await assert.rejects(readAll('csv', fileOf('a.csv', latin)), { message: /This is not UTF-8/ });
  const endless = `case_id,outcome\n"${'a'.repeat(4 * mebibyte)}`;
  await assert.rejects(readAll('csv', fileOf('b.csv', endless)), { message: /line 2: Quote Not Closed/ });
});

/** A format and a file of it, and whether checksums protect its content. */
const sources = [
  ['inspect', 'sums.eval', true],
  ['inspect', 'scorers.eval', true],
  ['inspect', 'sums.json', false],
  ['promptfoo', 'promptfoo.json', false],
  ['csv', 'results.csv', false],
] as const;

const options = { scorer: 'match', threshold: 0.5 };
/** Without a scorer where the format has none of that name. */
const optionsFor = (format: string): object => (format === 'inspect' ? options : { threshold: 0.5 });

/** Pieces from the edge of a format: marks, quotes, ends of numbers, headers of zip and Zstandard. */
const pieces = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', 'NaN', '-', '1e999', '\0', '\n', '\xff', 'PK\x01\x02'],
  ...['(\xb5/\xfd', '\xff\xff\xff\x7f'],
];

/** Bytes in the place of as many others, which leaves offsets as they are, and bytes put in or taken out. */
const change = fc
  .record({
    /** Where, as a share of the length. */
    at: fc.noBias(fc.integer({ min: 0, max: 1e6 })).map(millionth => millionth / 1e6),
    bytes: fc.oneof(
      fc.constantFrom(...pieces).map(piece => Buffer.from(piece, 'latin1')),
      fc.uint8Array({ minLength: 1, maxLength: 4 }).map(bytes => Buffer.from(bytes)),
    ),
    kind: fc.constantFrom('replaced', 'replaced', 'replaced', 'inserted', 'removed', 'cut off'),
    count: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ at, bytes, kind, count }) => {
    if (kind === 'replaced') return { at, inserted: bytes, removed: bytes.length };
    if (kind === 'inserted') return { at, inserted: bytes, removed: 0 };
    return { at, inserted: Buffer.alloc(0), removed: kind === 'removed' ? count : Number.POSITIVE_INFINITY };
  });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(bytes: Buffer, changes: readonly Change[]): Buffer {
  let result = bytes;
  for (const { at, removed, inserted } of changes) {
    const place = Math.floor(at * result.length);
    result = Buffer.concat([result.subarray(0, place), inserted, result.subarray(place + removed)]);
  }
  return result;
}

/** A result without its place, and without what its file says of itself: it may have lost others. */
const keyOf = ({ file: _, place: __, claims, ...result }: ImportedResult): string =>
  JSON.stringify({ ...result, claims: { ...claims, log: undefined } });

test('a file that was changed at random is read or refused, and never crashes the reader', async () => {
  const counts = { read: 0, refused: 0 };
  const path = join(temporaryFolder(), 'changed');
  const property = fc.asyncProperty(
    fc.constantFrom(...sources),
    fc.array(change, { minLength: 1, maxLength: 3 }),
    async ([format, name, isProtected], changes) => {
      const file = `${path}${extname(name)}`;
      writeFileSync(file, changed(readFileSync(fixture(name)), changes));
      const results = await readAll(format, file, optionsFor(format)).catch((error: Error) => error);
      counts[results instanceof Error ? 'refused' : 'read'] += 1;
      if (results instanceof Error) {
        assert.equal(results.name, 'Failure', results.stack);
        assert.ok(results.message.startsWith(`${file}: `), results.message);
      } else if (isProtected) {
        const before = new Set((await readAll(format, fixture(name), optionsFor(format))).map(keyOf));
        for (const result of results) {
          assert.ok(before.has(keyOf(result)), keyOf(result));
          if (results.length < before.size) assert.equal(result.claims.log.status, 'partial');
        }
      }
    },
  );
  await fc.assert(property, { seed: 1, numRuns: 300 });
  assert.ok(counts.read > 10 && counts.refused > 10, JSON.stringify(counts));
});
