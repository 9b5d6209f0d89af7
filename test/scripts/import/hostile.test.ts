/** Files that mean harm: they are refused with file and place, and no memory is reserved for what they claim. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { crc32 } from '../../../build/text/crc.ts';
import { readJson } from '../../../scripts/import/json/read.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { fileOf, readAll, zstdFrame } from '../../support/import.ts';
import { mutatedFilesAreReadOrRefused } from '../../support/import-mutation.ts';
import { type ZipMember, zipOf } from '../../support/zip.ts';

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
    const zstd = Buffer.concat([zstdFrame(text.subarray(0, 9)), zstdFrame(text.subarray(9))]);
    for (const member of [
      { ...sample, method: 0 },
      sample,
      { ...sample, content: zstd, method: 93, size: text.length, crc: crc32(text, 0) },
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
      zipOf([header, { ...bomb, size: 128 * mebibyte }]),
      /It holds \d+ bytes in \d+, more than 250 times as much/,
    );
    const deflated = { ...sample, content: Buffer.alloc(4 * mebibyte), size: 1000 };
    await refuse(zipOf([header, deflated]), /a_epoch_1\.json: .*a member is larger than it says/);
    await refuse(
      zipOf([header, { ...bomb, size: 1000 }]),
      /a_epoch_1\.json: .*a member is larger than it says/,
    );
    await refuse(zipOf([header, { ...sample, size: 10 }]), /a member is larger than it says/);
    await refuse(zipOf([header, { ...sample, size: 1000 }]), /a member is smaller than it says/);
    for (const members of [
      [header, { ...sample, crc: 1 }],
      [{ ...header, crc: 1 }, sample],
    ])
      await refuse(zipOf(members), /a member has another checksum than it says/);
    await refuse(
      zipOf([header, sample, { ...sample, name: 'samples/b_epoch_1.json', sharesFirst: true }]),
      /Two members share bytes/,
    );
    for (const window of [24 * 8, 255])
      await refuse(
        zipOf([header, { ...bomb, content: zstdFrame(Buffer.alloc(1), { window }) }]),
        /it asks for a window of \d+ bytes, and 8388608 are allowed/,
      );
  });

  test('with path tricks, links, encryption or several disks is refused', async () => {
    for (const name of ['../header.json', '/etc/passwd', 'samples/../../x', 'C:/x', 'samples\\x'])
      await refuse(zipOf([header, { ...sample, name }]), /The archive is damaged, or is none/);
    await refuse(
      zipOf([header, { ...sample, mode: 0o120777 }]),
      /samples\/a_epoch_1\.json: This member is a symbolic link/,
    );
    await refuse(zipOf([header, { ...sample, flags: 1 }]), /This member is encrypted/);
    await refuse(
      zipOf([header, { ...sample, method: 12 }]),
      /compressed by method 12; stored, deflate and Zstandard are read/,
    );
    await refuse(zipOf([header, { ...sample, name: `samples/${'a'.repeat(600)}` }]), /longer than 512 bytes/);
    await refuse(zipOf([header, sample], 1), /multi-disk/);
  });

  test('within an archive is not opened', async () => {
    const inner = zipOf([header, sample]);
    await refuse(
      zipOf([header, { ...sample, content: inner }]),
      /a_epoch_1\.json, line 1, byte 2: This is not JSON: unexpected `PK`/,
    );
  });

  test('that was cut off or damaged anywhere is refused', async () => {
    const whole = zipOf([header, sample]);
    for (let length = 2; length < whole.length; length += 7)
      await refuse(whole.subarray(0, length), /The archive is damaged, or is none: .*\. Copy it again/);
  });
});

/** So many bytes, one chunk after the other, and the most memory that was used meanwhile beyond that at the beginning. */
function flood(chunk: Buffer, bytes: number): { chunks: AsyncIterable<Buffer>; peak(): number } {
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = used();
  let most = before;
  async function* chunks() {
    for (let sent = 0; sent < bytes; sent += chunk.length) {
      yield chunk;
      most = Math.max(most, used());
    }
  }
  return { chunks: chunks(), peak: () => most - before };
}

describe('JSON', () => {
  const read = async (chunks: AsyncIterable<Uint8Array>): Promise<number> => {
    let rows = 0;
    const kept = {
      row: true,
      fields: { id: {}, list: { each: {} }, rows: { each: { row: true } } },
    } as const;
    for await (const _ of readJson(chunks, kept, { file: 'log.json', place: '' })) rows += 1;
    return rows;
  };
  async function* of(...parts: (string | Uint8Array)[]) {
    for (const part of parts) yield Buffer.from(part);
  }
  const gibibyte = 1024 * mebibyte;

  test('with a line of a gibibyte is refused in bounded memory, wherever it is', async () => {
    const letters = Buffer.alloc(mebibyte, 'a');
    for (const [before, chunk, message] of [
      ['{"id":"', letters, /log\.json: line 1, byte \d+, id: A text has more than 65536 bytes/],
      ['{"other":"', letters, /A text has more than 67108864 bytes/],
      ['{"id":', Buffer.alloc(mebibyte, '1'), /A number has more than 400 digits/],
      [
        '{"list":[1',
        Buffer.from(',"aaaaaaaa"'.repeat(10_000)),
        /list\[\d+\]: More than 1048576 bytes belong to one result/,
      ],
    ] as const) {
      const { chunks, peak } = flood(chunk, gibibyte);
      async function* all() {
        yield Buffer.from(before);
        yield* chunks;
      }
      await assert.rejects(read(all()), { name: 'Failure', message });
      assert.ok(peak() < 100 * mebibyte, `${peak()} bytes`);
    }
  });

  test('nested 100,000 deep is refused, as what is not JSON is', async () => {
    for (const [text, message] of [
      ['['.repeat(100_000), /nested more than 1000 deep/],
      ['{"a":'.repeat(100_000), /nested more than 1000 deep/],
      ['{"id":"a"', /The file ends in the middle/],
      ['{"id":"a', /The file ends in the middle/],
      ['', /The file is empty/],
      ['{"id":1}}', /`\}` closes nothing/],
      ['{"id":1]', /`\]` closes nothing/],
      ['{"id" 1}', /expected `:`/],
      ['{"id":1,}', /expected a field/],
      ['[1 2]', /expected `,` or the end of what is open/],
      ['{id:1}', /expected a field or `\}`/],
      ['{"id":01}', /unexpected `01`/],
      ['{"id":nan}', /unexpected `nan`/],
      ['{"id":1,"id":2}', /This field occurs twice/],
      ['{"id":"\u0001"}', /control character/],
      ['{"id":"\\x"}', /unknown escape/],
      ['<html>', /unexpected `<`/],
      [Buffer.from('fffe7b00', 'hex'), /unexpected byte 0xff/],
      [Buffer.from('{"id":"\xff"}', 'latin1'), /A text is not UTF-8/],
    ] as const)
      await assert.rejects(read(of(text)), { name: 'Failure', message }, String(text).slice(0, 20));
  });

  test('is read the same in chunks of any size, with byte order mark, CRLF, escapes and NaN', async () => {
    const text = '\ufeff{"rows":[NaN,-Infinity,1.5e3,"\\\\\\"é\\u00e9",true,null],\r\n"\\"":"\\\\"}\r\n';
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const values: unknown[] = [];
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const shape = { fields: { rows: { each: { row: true } } } } as const;
      for await (const { value } of readJson(of(...parts), shape, { file: 'f', place: '' }))
        values.push(value);
      assert.deepEqual(values, [Number.NaN, Number.NEGATIVE_INFINITY, 1500, '\\"éé', true, null]);
    }
  });
});

test('a folder, a missing file and a device are refused', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'log.json'));
  for (const format of ['inspect', 'csv', 'promptfoo', 'swe-bench', 'every-eval-ever'])
    for (const [file, message] of [
      [join(folder, 'log.json'), /not a regular file/],
      [join(folder, 'none.json'), /cannot be read \(ENOENT\)/],
      ['/dev/zero', /not a regular file/],
    ] as const)
      await assert.rejects(readAll(format, file), { name: 'Failure', message });
});

test('a CSV file that is not UTF-8, or has one endless row, is refused', async () => {
  const latin = Buffer.from('case_id,outcome\n\xe9,pass\n', 'latin1');
  await assert.rejects(readAll('csv', fileOf('a.csv', latin)), {
    message: /bytes 0 to 23: This is not UTF-8/,
  });
  const endless = `case_id,outcome\n"${'a'.repeat(4 * mebibyte)}`;
  await assert.rejects(readAll('csv', fileOf('b.csv', endless)), {
    message: /line 2: A row has more than 65536 bytes/,
  });
});

test('a file that was changed at random is read or refused, and never crashes the reader', async () => {
  const { read, refused } = await mutatedFilesAreReadOrRefused({ seed: 1, rounds: 150 });
  assert.ok(read > 10 && refused > 10, `${read} read, ${refused} refused`);
});
