import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  checkpointKeys,
  logOrigin,
  readCheckpoint,
  writeCheckpoint,
} from '#document/proof/log/checkpoint.ts';
import {
  NoteError,
  openNote,
  parseNote,
  readNoteKey,
  signNote,
  writeNoteKey,
} from '#document/proof/log/note.ts';
import type { Signer } from '#document/proof/signature.ts';
import { signerOf, testSigner } from '../../../../keys.ts';

interface Vectors {
  notes: { source: string; key: string; seed?: string; text: string; note: string }[];
  malformed: { why: string; note: string }[];
  checkpoints: { good: string; bad: { why: string; text: string }[] };
}
const vectors = JSON.parse(readFileSync('test/vector/signed-note.json', 'utf8')) as Vectors;
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const fault = (name: string) => (error: unknown) => error instanceof NoteError && error.fault === name;
const keyOf = (number: number, name = 'example.com/log') => ({
  name,
  publicKey: testSigner(number).publicKey,
});

describe('a signed note', () => {
  for (const { source, key, seed, text, note } of vectors.notes) {
    it(`opens as published: ${source.split(',')[0]}`, () => {
      const known = readNoteKey(key)!;
      assert.deepEqual(openNote(bytes(note), [known]), { text, signers: [known] });
      assert.equal(writeNoteKey(known), key);
    });

    it(`is refused with a character changed: ${source.split(',')[0]}`, () => {
      const changed = bytes(note.replace('a', 'e'));
      assert.throws(() => openNote(changed, [readNoteKey(key)!]), fault('bad-signature'));
    });

    if (seed === undefined) continue;
    it(`is written as published: ${source.split(',')[0]}`, () => {
      const signer = signerOf(Buffer.from(seed, 'base64'));
      assert.equal(Buffer.from(signNote(text, key.split('+')[0]!, signer)).toString(), note);
    });
  }

  for (const { why, note } of vectors.malformed) {
    it(`is malformed with ${why}`, () => {
      assert.throws(() => openNote(bytes(note), []), fault('malformed'));
    });
  }

  it('is malformed when it is not UTF-8', () => {
    assert.throws(() => parseNote(Uint8Array.of(0xff, 0x0a)), fault('malformed'));
  });

  it('may have several signatures; those of unknown keys are ignored', () => {
    const [one, two] = [1, 2].map(number => signNote('text\n', 'example.com/log', testSigner(number)));
    const both = bytes(Buffer.from(one!).toString() + Buffer.from(two!).toString().slice('text\n\n'.length));
    assert.deepEqual(openNote(both, [keyOf(2)]).signers, [keyOf(2)]);
    assert.equal(openNote(both, [keyOf(1), keyOf(2)]).signers.length, 2);
    assert.throws(() => openNote(both, [keyOf(3)]), fault('unknown-signer'));
    assert.throws(() => openNote(both, [keyOf(1, 'example.org/log')]), fault('unknown-signer'));
  });

  it('counts a signer once, however often its line is there, and refuses a repeated line that is wrong', () => {
    const lineOf = (text: string) =>
      Buffer.from(signNote(text, 'example.com/log', testSigner(1)))
        .toString()
        .slice(text.length + 1);
    const line = lineOf('text\n');
    assert.deepEqual(openNote(bytes(`text\n\n${line}${line}`), [keyOf(1), keyOf(1)]).signers, [keyOf(1)]);
    const wrong = bytes(`text\n\n${line}${lineOf('other\n')}`);
    assert.throws(() => openNote(wrong, [keyOf(1)]), fault('bad-signature'));
  });

  it('is refused whole when one known signature is wrong', () => {
    const good = Buffer.from(signNote('text\n', 'example.com/log', testSigner(1))).toString();
    const other = Buffer.from(signNote('other\n', 'example.com/log', testSigner(2))).toString();
    const mixed = bytes(good + other.slice('other\n\n'.length));
    assert.throws(() => openNote(mixed, [keyOf(1), keyOf(2)]), fault('bad-signature'));
  });

  it('splits at its last blank line', () => {
    const note = signNote('one\n\n— two AAAA\n', 'example.com/log', testSigner(1));
    assert.equal(openNote(note, [keyOf(1)]).text, 'one\n\n— two AAAA\n');
  });

  it('is not signed under a name that is none, or without a newline at its end', () => {
    assert.throws(() => signNote('text\n', 'my log', testSigner(1)), TypeError);
    assert.throws(() => signNote('text\n', 'a+b', testSigner(1)), TypeError);
    assert.throws(() => signNote('text', 'log', testSigner(1)), TypeError);
  });
});

describe('a verifier key', () => {
  const good = vectors.notes[0]!.key;
  const bad = [
    good.replace('530d903a', '530d903b'),
    good.replace('Aeky', 'Auky'),
    good.replace('foo', 'bar'),
    good.slice(0, -4),
    'example.com/foo',
    '',
  ];
  for (const text of bad) {
    it(`is refused as ${text || 'nothing'}`, () => assert.equal(readNoteKey(text), undefined));
  }
});

describe('a checkpoint', () => {
  it('is read and written as published', () => {
    const checkpoint = readCheckpoint(vectors.checkpoints.good);
    assert.equal(checkpoint.origin, 'example.com/behind-the-sofa');
    assert.equal(checkpoint.size, 20852163);
    assert.equal(writeCheckpoint(checkpoint), vectors.checkpoints.good);
  });

  it('may have extension lines', () => {
    assert.equal(readCheckpoint(`${vectors.checkpoints.good}more\n`).size, 20852163);
  });

  for (const { why, text } of vectors.checkpoints.bad) {
    it(`is malformed with ${why}`, () => assert.throws(() => readCheckpoint(text), fault('malformed')));
  }

  it('names its log by the address of the service without its scheme, and by its key', () => {
    const id = '0123456789abcdef';
    assert.equal(logOrigin('https://catalog.example', id), `catalog.example/log/${id}`);
    assert.equal(logOrigin('http://localhost:8080', id), `localhost:8080/log/${id}`);
  });

  it('is signed by the key that its name ends in, and by none of another purpose', () => {
    const [publication, tenant, log] = (['publication', 'tenant', 'log'] as const).map((purpose, i) =>
      testSigner(i + 1, { purpose }),
    ) as [Signer, Signer, Signer];
    const all = [publication, tenant, log];
    const signersAt = (name: string) => checkpointKeys(name, all).map(key => key.publicKey);
    const named = ({ keyId }: Signer) => logOrigin('http://a.test', keyId);
    assert.deepEqual(signersAt(named(log)), [log.publicKey]);
    assert.deepEqual(signersAt('a.test/log'), [publication.publicKey]);
    for (const name of [
      named(publication),
      named(tenant),
      logOrigin('http://a.test', '0'.repeat(16)),
      'a.test',
    ])
      assert.deepEqual(signersAt(name), [], name);
    assert.deepEqual(signersAt('a.test/log/x'), []);
  });
});
