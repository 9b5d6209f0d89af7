import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { artifactStatus } from '#document/kind/artifact-status.ts';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { signingKeys } from '#document/kind/signing-keys.ts';
import { type ListedKey, readListedKey } from '#document/proof/document/keys.ts';
import { receiptPage } from '#document/proof/document/receipt.ts';
import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { continuationFault } from '#document/proof/log/continuation.ts';
import { type ContinuedEntry, readEntry } from '#document/proof/log/entry.ts';
import { LogError } from '#document/proof/log/error.ts';
import { leafHash, toBase64 } from '#document/proof/log/hash.ts';
import { openNote, readNoteKey } from '#document/proof/log/note.ts';
import { verifyInclusion } from '#document/proof/log/proof.ts';
import { type KeyRing, keysOf } from '#document/proof/signature.ts';
import { readLog } from '#document/proof/transparency-log.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { readLogFolder } from '../../../../../build/document/proof/disk/log-store.ts';
import { makeTrust, type Trust, type TrustSources } from '../../../../../build/document/proof/disk/trust.ts';
import { testRing, testSigner } from '../../../../keys.ts';
import { exampleContent } from '../../../../support/folder.ts';
import {
  addressOf,
  artifact,
  exampleVersions,
  fieldsOf,
  one,
  pageAt,
  retired,
  sources,
  trust,
  two,
} from './setting.ts';

describe('the pages of trust', () => {
  it('are a list of keys, and a receipt and a status for each artifact, all valid by their schemas', () => {
    assert.equal(trust.pages.length, 5);
    fieldsOf(signingKeys, '/trust/keys.md');
    for (const each of [one, two]) {
      fieldsOf(signatureReceipt, `${addressOf(each)}/signature.md`);
      fieldsOf(artifactStatus, `${addressOf(each)}/status.md`);
    }
  });

  it('come with the address by digest of each artifact', () => {
    assert.deepEqual(trust.copies[0], { path: `${addressOf(one)}.md`, of: one.path, digest: one.digest });
  });

  it('say the current status with its history and where the log has it', () => {
    const fields = fieldsOf(artifactStatus, `${addressOf(one)}/status.md`);
    assert.equal(fields.status, 'superseded');
    assert.equal(fields.superseded_by, two.path);
    assert.deepEqual(fields.names, [one.path, `${addressOf(one)}.md`]);
    const history = fields.history as { status: string; log_index: number }[];
    assert.deepEqual(
      history.map(step => [step.status, step.log_index]),
      [
        ['active', 0],
        ['superseded', 2],
      ],
    );
  });

  it('are the same bytes when they are made again', () => {
    assert.deepEqual(makeTrust(sources), trust);
    assert.deepEqual(makeTrust({ ...sources, log: trust.log }), trust);
  });

  it('prove that each publication is in the log, by the page and the checkpoint alone', () => {
    const keys = fieldsOf(signingKeys, '/trust/keys.md').keys as { purpose: string; log_key: string }[];
    const { log_key } = keys.find(key => key.purpose === 'log')!;
    const note = openNote(trust.log.get('checkpoint')!, [readNoteKey(log_key)!]);
    const head = readCheckpoint(note.text);
    for (const each of [one, two]) {
      const page = pageAt(`${addressOf(each)}/signature.md`);
      const fields = page.value as { log_index: number; log_size: number; inclusion_proof: string[] };
      const entry = /```text\n([^`]*)```/.exec(page.body)![1]!;
      const at = { leaf: leafHash(Buffer.from(entry)), index: fields.log_index, ...head };
      assert.equal(fields.log_size, head.size);
      assert.ok(
        verifyInclusion(
          fields.inclusion_proof.map(text => Buffer.from(text, 'base64')),
          at,
        ),
      );
    }
  });

  it('are not made for bytes that do not have their digest, or for changes that were not checked', () => {
    assert.throws(() => makeTrust({ ...sources, artifacts: [{ ...one, bytes: two.bytes }] }), /digest/);
    const bad = { path: one.path, status: 'revoked', since: '2026-04-01T00:00:00Z' } as const;
    assert.throws(() => makeTrust({ ...sources, changes: [bad] }), /not checked/);
  });

  it('are not made when a publication or a change that was logged is gone', () => {
    const shrinks = (error: unknown) => error instanceof LogError && error.fault === 'shrink';
    assert.throws(() => makeTrust({ ...sources, log: trust.log, artifacts: [two], changes: [] }), shrinks);
    assert.throws(() => makeTrust({ ...sources, log: trust.log, changes: [] }), shrinks);
  });

  it('keep the place of each entry when something older is published later', () => {
    const later = artifact('three', '2026-02-01T00:00:00Z');
    const grown = makeTrust({ ...sources, artifacts: [one, later, two], log: trust.log });
    const value = pageAt(`${addressOf(later)}/signature.md`, grown).value;
    assert.equal(value.log_index, 3);
    assert.equal(pageAt(`${addressOf(two)}/signature.md`, grown).value.log_index, 1);
  });
});

describe('after a rotation of the key', () => {
  const old = testSigner(1, {
    state: 'retired',
    notBefore: '2025-12-01T00:00:00Z',
    notAfter: '2026-02-01T00:00:00Z',
  });
  const publication = { active: testSigner(2, { notBefore: '2026-02-01T00:00:00Z' }), retired: [old] };
  const ring: KeyRing = { ...testRing(), publication };
  const rotated = makeTrust({ ...sources, ring, log: trust.log });

  it('the old key stays listed, and what it signed keeps its signature', () => {
    const keys = fieldsOf(signingKeys, '/trust/keys.md', rotated).keys as Record<string, string>[];
    assert.deepEqual(
      keys.map(key => [key.purpose, key.key_id, key.state]),
      [
        ['publication', publication.active.keyId, 'active'],
        ['publication', old.keyId, 'retired'],
        ['tenant', ring.tenant.active.keyId, 'active'],
        ['log', ring.log.active.keyId, 'active'],
      ],
    );
    const signatureOf = (each: typeof one, of: typeof trust) =>
      pageAt(`${addressOf(each)}/signature.md`, of).value.signature;
    assert.equal(signatureOf(one, rotated), signatureOf(one, trust));
    assert.notEqual(signatureOf(two, rotated), signatureOf(two, trust));
  });

  it('the log stays as it is, to its checkpoint', () => assert.deepEqual(rotated.log, trust.log));
});

describe('a log under another name', () => {
  const nameOf = (of: Trust) => Buffer.from(of.log.get('checkpoint')!).toString().split('\n')[0]!;
  const entriesIn = (of: Trust, ring: KeyRing) =>
    readLog(of.log, ring).entries.map(bytes => readEntry(Buffer.from(bytes).toString())!);
  const listed = (of: Trust) =>
    (fieldsOf(signingKeys, '/trust/keys.md', of).keys as ListedKey[]).map(readListedKey);
  /** The entry in which it continues another, after it was found right by what is public. */
  const linkOf = (of: Trust, ring: KeyRing, index: number): ContinuedEntry => {
    const entry = entriesIn(of, ring)[index] as ContinuedEntry;
    assert.equal(entry.type, 'continued');
    const { tree } = readLog(of.log, ring);
    assert.equal(continuationFault(entry, { index, tree, keys: listed(of) }), undefined);
    return entry;
  };
  const former = readLogFolder('test/fixture/one-key/catalog-log')!;
  const files = exampleVersions.map(path => ({ path, bytes: readFileSync(join(exampleContent, path)) }));
  const example: TrustSources = {
    ...sources,
    artifacts: files.map(({ path, bytes }) => {
      return { path, bytes, digest: `sha256:${sha256Hex(bytes)}`, published_at: '2026-11-21T06:15:41Z' };
    }),
    changes: [],
    baseUrl: 'http://catalog.test',
  };

  it('is bound to its key from the start, and then continues nothing', () => {
    const ring = testRing();
    assert.equal(nameOf(trust), `catalog.example/log/${ring.log.active.keyId}`);
    assert.ok(entriesIn(trust, ring).every(entry => entry.type !== 'continued'));
  });

  it('from before the log had a key of its own continues, and its next entry holds the former checkpoint', () => {
    const ring = testRing();
    const migrated = makeTrust({ ...example, log: former });
    assert.equal(nameOf(migrated), `catalog.test/log/${ring.log.active.keyId}`);
    const { origin, size, root } = linkOf(migrated, ring, 2);
    const text = Buffer.from(former.get('checkpoint')!).toString();
    assert.ok(text.startsWith(`${origin}\n${size}\n${root}\n`));
    assert.deepEqual(migrated.log.get('tile/0/000.p/2'), former.get('tile/0/000.p/2'));
    assert.ok(migrated.log.has('tile/0/000.p/3'));
    assert.deepEqual(makeTrust({ ...example, log: migrated.log }), migrated, 'and no entry more');
    assert.deepEqual(makeTrust({ ...example, log: former }), migrated, 'the same bytes again');
  });

  it('after a rotation of its key continues, with an entry for each name that it had', () => {
    const log = { active: testSigner(9, { purpose: 'log' }), retired: [retired(testRing().log.active)] };
    const ring = { ...testRing(), log };
    const rotated = makeTrust({ ...example, ring, log: makeTrust({ ...example, log: former }).log });
    assert.equal(nameOf(rotated), `catalog.test/log/${log.active.keyId}`);
    assert.equal(linkOf(rotated, ring, 2).origin, 'catalog.test/log');
    assert.equal(linkOf(rotated, ring, 3).origin, `catalog.test/log/${testRing().log.active.keyId}`);
    assert.equal(entriesIn(rotated, ring).length, 4);
    const [old] = log.retired;
    const revoked = { ...ring, log: { ...log, retired: [{ ...old!, state: 'revoked' as const }] } };
    const later = makeTrust({ ...example, ring: revoked, log: rotated.log });
    assert.ok(linkOf(later, revoked, 3), 'the old key may be revoked once its history is bound');
  });

  it('at another address continues in the same way, and back', () => {
    const moved = makeTrust({ ...sources, baseUrl: 'https://new.example', log: trust.log });
    assert.equal(linkOf(moved, testRing(), 3).origin, nameOf(trust));
    const back = makeTrust({ ...sources, log: moved.log });
    assert.equal(linkOf(back, testRing(), 4).origin, nameOf(moved));
  });

  it('without entries has nothing to continue', () => {
    const none = { ...sources, artifacts: [], changes: [] };
    const moved = makeTrust({ ...none, baseUrl: 'https://new.example', log: makeTrust(none).log });
    assert.deepEqual([...moved.log.keys()], ['checkpoint']);
  });

  const link = linkOf(makeTrust({ ...example, log: former }), testRing(), 2);
  const wrongs: [string, Partial<ContinuedEntry>, RegExp][] = [
    ['a size of another place', { size: 1 }, /1 entries, but 2 come before/],
    ['a root of other entries', { root: toBase64(new Uint8Array(32)) }, /fork/],
    ['a name of another host', { origin: 'other.test/log' }, /continues: /],
    ['a name of another key', { origin: `catalog.test/log/${testRing().tenant.active.keyId}` }, /known keys/],
    ['a signature of nobody', { signature: toBase64(new Uint8Array(68)) }, /known keys/],
    [
      'a wrong signature',
      { signature: `${link.signature.slice(0, 40)}A${link.signature.slice(41)}` },
      /match/,
    ],
  ];
  for (const [what, change, expected] of wrongs) {
    it(`is refused by verifiers with ${what} in its entry`, () => {
      const { tree } = readLog(makeTrust({ ...example, log: former }).log, testRing());
      const keys = keysOf(testRing());
      assert.match(continuationFault({ ...link, ...change }, { index: 2, tree, keys })!, expected);
    });
  }
});

describe('the receipt of a tenant', () => {
  const page = receiptPage(
    {
      ...{ digest: one.digest, size_bytes: 1, algorithm: 'ed25519', key_id: '0'.repeat(16) },
      ...{ signature: Buffer.alloc(64).toString('base64'), signed_at: '2026-01-01T00:00:00Z' },
    },
    { baseUrl: 'https://catalog.example', tenantPrefix: '/v1/tenants/acme' },
  );

  it('is not public, has no place in the log, and its lines send the credential', () => {
    assert.equal(page.value.visibility, 'tenant');
    assert.equal(page.path, `/v1/tenants/acme${addressOf(one)}/signature.md`);
    assert.doesNotMatch(page.body, /Find it in the log/);
    assert.match(
      page.body,
      /curl -sSf -H "Authorization: Bearer \$TOKEN" https:\/\/catalog.example\/v1\/tenants\/acme/,
    );
  });
});
