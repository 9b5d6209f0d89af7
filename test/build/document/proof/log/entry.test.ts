import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf, type LogEntry, readEntry, writeEntry } from '#document/proof/log/entry.ts';
import { LogError } from '#document/proof/log/error.ts';
import { reconcile } from '#document/proof/log/reconcile.ts';

const digest = `sha256:${'0a'.repeat(32)}`;
const path = '/starters/one/1.0.0.md';
const successor = '/starters/one/2.0.0.md';
const published = { path, digest, published_at: '2026-01-02T00:00:00Z' };
const next = { path: successor, digest, published_at: '2026-01-01T00:00:00Z' };
const superseded = {
  path,
  status: 'superseded',
  since: '2026-01-02T00:00:00Z',
  superseded_by: successor,
} as const;
const deprecated = { path, status: 'deprecated', since: '2026-01-03T00:00:00Z' } as const;
const texts = (entries: readonly LogEntry[]) => entries.map(writeEntry);
const fault = (name: string, words: RegExp) => (error: unknown) =>
  error instanceof LogError && error.fault === name && words.test(error.message);

describe('a log entry', () => {
  it('of a publication is four lines', () => {
    const [entry] = entriesOf([published], []);
    assert.equal(
      writeEntry(entry!),
      `formation.log/v0.1 published\npath ${path}\ndigest ${digest}\npublished_at 2026-01-02T00:00:00Z\n`,
    );
  });

  it('of a change names the status, the reason and the successor', () => {
    const entry = entriesOf([published, next], [superseded])[2]!;
    assert.equal(
      writeEntry(entry),
      `formation.log/v0.1 status\npath ${path}\ndigest ${digest}\nstatus superseded\n` +
        `reason_code newer_version\nsince 2026-01-02T00:00:00Z\nsuperseded_by ${successor}\n`,
    );
  });

  it('is read back as it was', () => {
    for (const entry of entriesOf([published, next], [superseded])) {
      assert.deepEqual(readEntry(writeEntry(entry)), entry);
    }
  });

  const good = writeEntry(entriesOf([published], [])[0]!);
  const bad: [string, string][] = [
    ['nothing', ''],
    ['another format', good.replace('v0.1', 'v0.2')],
    ['another kind', good.replace('published\n', 'retracted\n')],
    ['a line too many', `${good}size 5\n`],
    ['an empty line', `${good}\n`],
    ['lines in another order', good.replace(/(path .*\n)(digest .*\n)/, '$2$1')],
    ['a digest in capitals', good.replace('0a0a', '0A0A')],
    ['a line without its newline', good.slice(0, -1)],
    ['two spaces', good.replace('path ', 'path  ')],
  ];
  for (const [what, text] of bad) {
    it(`is not read with ${what}`, () => assert.equal(readEntry(text), undefined));
  }
});

describe('the entries of content', () => {
  it('are in the order of time, publications first', () => {
    const entries = entriesOf([published, next], [superseded, deprecated]);
    assert.deepEqual(
      entries.map(entry => (entry.type === 'published' ? entry.path : entry.status)),
      [successor, path, 'superseded', 'deprecated'],
    );
  });

  it('follow those that the log has, in whatever order it has them', () => {
    const logged = texts(entriesOf([published], [deprecated]));
    const all = reconcile(logged, entriesOf([published, next], [deprecated]));
    assert.deepEqual(all.slice(0, 2), logged);
    assert.match(all[2]!, /2\.0\.0/);
  });

  it('are refused as shrinking when one is gone, with its name', () => {
    const logged = texts(entriesOf([published, next], []));
    const shrink = fault('shrink', /Entry 0 .*publication of \/starters\/one\/2.0.0.md/);
    assert.throws(() => reconcile(logged, entriesOf([published], [])), shrink);
  });

  it('are refused as a fork when one says something else', () => {
    const logged = texts(entriesOf([published], []));
    const other = { ...published, digest: `sha256:${'0b'.repeat(32)}` };
    assert.throws(() => reconcile(logged, entriesOf([other], [])), fault('fork', /0a0a.*0b0b/s));
  });

  it('are refused when the log holds what this service does not write', () => {
    assert.throws(() => reconcile(['hello\n'], []), fault('damaged', /Entry 0/));
    const twice = texts(entriesOf([published, published], []));
    assert.throws(() => reconcile(twice, entriesOf([published], [])), fault('damaged', /twice/));
  });
});
