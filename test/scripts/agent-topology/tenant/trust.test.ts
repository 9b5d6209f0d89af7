/** Whose signatures a tenant believes, and where what it keeps is written. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { KeyPurpose } from '#document/kind/signing-keys.ts';
import type { ListedKey } from '#document/proof/document/keys.ts';
import { saveFiles } from '../../../../scripts/agent-topology/tenant/save.ts';
import { trustedKeys } from '../../../../scripts/agent-topology/tenant/trust.ts';
import type { Failure } from '../../../../scripts/support/failure.ts';
import { testSigner } from '../../../keys.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const keyOf = (number: number, purpose: KeyPurpose = 'tenant'): ListedKey => {
  const { keyId, publicKey } = testSigner(number);
  return {
    ...{ key_id: keyId, purpose, algorithm: 'ed25519', state: 'active', not_before: '2026-01-01T00:00:00Z' },
    ...{ public_key: Buffer.from(publicKey).toString('base64'), public_key_pem: 'none' },
  } as ListedKey;
};
const [first, second, publication, log] = [keyOf(1), keyOf(2), keyOf(3, 'publication'), keyOf(4, 'log')];
const address = 'https://catalog.example.org';

/** Returns a function that meets a key at an address, with a state folder that stays, and the lines it says. */
function meeting() {
  const folder = join(temporaryFolder(), 'pins');
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const meet = (
    keys: ListedKey[],
    {
      at = address,
      name = address,
      ...ways
    }: { at?: string; name?: string; wanted?: string[]; isTerminal?: boolean } = {},
  ) => trustedKeys({ address: at, name, keys }, { wanted: [], isTerminal: false, folder, say, ...ways });
  return { folder, said, meet };
}

const failed = (message: RegExp) => (error: Failure) => error.exitCode === 1 && message.test(error.message);

describe('the keys of a service', () => {
  test('are named by the person where nobody looks, and the refusal says how', () => {
    const { meet, folder } = meeting();
    const help = new RegExp(
      `${first.key_id}, ${publication.key_id}\\. Ask the operator .* --key ${first.key_id} --key`,
    );
    assert.throws(() => meet([first, publication, log]), failed(help));
    assert.ok(!existsSync(folder));
    assert.deepEqual(meet([first, second], { wanted: [first.key_id] }), [first]);
    assert.deepEqual(meet([first]), [first], 'pinned from now on');
  });

  test('are pinned at a terminal, which is told so, and others are refused from then on', () => {
    const { meet, said } = meeting();
    assert.deepEqual(meet([first, publication, log], { isTerminal: true }), [first, publication]);
    assert.match(said.join(), new RegExp(`pinned: ${first.key_id}, ${publication.key_id}\\. Compare`));
    assert.throws(
      () => meet([first, second], { isTerminal: true }),
      failed(/the keys that you pinned.* --key/),
    );
    assert.throws(() => meet([second]), failed(/does not have the keys that you pinned/));
    assert.throws(() => meet([]), failed(/the keys that you pinned/));
    assert.throws(
      () => meet([first], { name: 'https://other.example.org' }),
      failed(/calls itself https:\/\/other/),
    );
    const retired = { ...first, state: 'retired' } as ListedKey;
    assert.deepEqual(meet([retired, second], { wanted: [second.key_id] }), [second, retired]);
    assert.deepEqual(meet([retired, second]), [retired, second]);
  });

  test('are believed on this machine, unless the person expects another one', () => {
    const { meet, folder } = meeting();
    const at = 'http://localhost:8080';
    assert.deepEqual(meet([first], { at }), [first]);
    assert.deepEqual(meet([second], { at }), [second]);
    assert.throws(() => meet([second], { at, wanted: [first.key_id] }), failed(/does not list the key/));
    assert.ok(!existsSync(folder));
  });

  test('are those that their ids are computed from', () => {
    const { meet } = meeting();
    const disguised = { ...second, key_id: first.key_id };
    assert.throws(() => meet([disguised], { wanted: [first.key_id] }), failed(/does not list the key/));
  });

  test('are not forgotten when the pin was damaged', () => {
    const { meet, folder } = meeting();
    meet([first], { wanted: [first.key_id] });
    writeFileSync(join(folder, readdirSync(folder)[0]!), '{}');
    assert.throws(() => meet([first]), /has the pinned keys of https:\/\/catalog\.example\.org/);
  });
});

describe('what is kept', () => {
  const files = new Map([
    ['a.md', 'a'],
    ['data/b.md', 'b'],
  ]);
  const everything = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

  test('is written once, and again without a change', () => {
    const folder = join(temporaryFolder(), 'new/folder');
    saveFiles(folder, files, false);
    saveFiles(folder, files, false);
    assert.deepEqual(everything(folder), ['a.md', 'data', 'data/b.md']);
  });

  test('never replaces what somebody else wrote, and is all or nothing', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/b.md'), 'mine');
    assert.throws(
      () => saveFiles(folder, files, false),
      /b\.md exists with other content\. Nothing was written/,
    );
    assert.deepEqual(everything(folder), ['data', 'data/b.md']);
    saveFiles(folder, files, true);
    assert.equal(readFileSync(join(folder, 'data/b.md'), 'utf8'), 'b');
  });

  test('follows no link, of a file or a folder', () => {
    const victim = temporaryFolder();
    writeFileSync(join(victim, 'b.md'), 'mine');
    const [file, directory] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(join(victim, 'b.md'), join(file, 'a.md'));
    symlinkSync(victim, join(directory, 'data'));
    for (const mayReplace of [false, true]) {
      assert.throws(() => saveFiles(file, files, mayReplace), /a\.md is a symbolic link/);
      assert.throws(() => saveFiles(directory, files, mayReplace), /data is a symbolic link/);
    }
    assert.deepEqual([readFileSync(join(victim, 'b.md'), 'utf8'), everything(victim)], ['mine', ['b.md']]);
  });
});
