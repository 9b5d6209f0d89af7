/** Attacks on `agent-topology` by catalogs, projects and lock files: it writes nothing, and says why. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sha256Hex } from '#document/text/digest.ts';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { packFile } from '#document/text/pack.ts';
import type { RunningServer } from '../../../../server/process/server.ts';
import { testRing } from '../../../keys.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import type { Outcome } from '../../../support/program.ts';
import { type Relay, startRelay } from '../../../support/relay.ts';
import { serve } from '../../../support/server.ts';
import { artifactFile, command, contentOf, filesOf, teamTree } from '../../../support/team-tree.ts';

const { dist, log } = teamTree();
const add = (dir: string, from: string, ...more: string[]): Promise<Outcome> =>
  command(dir, 'add', 'pair', '--to', 'claude-code', '--from', from, ...more);

/** Asserts that a catalog is refused with an exit code and a message, and that the project stays as it was. */
async function assertRefused(
  from: string,
  code: number,
  expected: RegExp,
  dir = temporaryFolder(),
): Promise<void> {
  const former = contentOf(dir);
  const outcome = await add(dir, from);
  assert.equal(outcome.code, code, outcome.stderr);
  assert.match(outcome.stderr, expected);
  assert.deepEqual(contentOf(dir), former);
}

/** The same bytes but for one in the middle. */
function changedByte(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1]! ^= 1;
  return copy;
}

describe('a catalog', () => {
  /** A copy of the catalog in which the test changes something after it was signed. */
  const changed = (change: (folder: string) => void): string => {
    const folder = join(temporaryFolder(), 'dist');
    cpSync(dist, folder, { recursive: true });
    change(folder);
    return folder;
  };
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as ManifestFile;
  const packOf = (folder: string) => join(folder, packFile(manifestOf(folder).packs[0]!));

  test('is refused when a byte of a pack, of the manifest or of its signature was changed', async () => {
    const renamed = (file: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('catalog.test', 'harm.test'));
    const flip = (file: string) => writeFileSync(file, changedByte(readFileSync(file)));
    await assertRefused(
      changed(folder => flip(packOf(folder))),
      1,
      /packs\/[0-9a-f]{64}\.pack does not have the digest that the manifest states/,
    );
    await assertRefused(
      changed(folder => renamed(join(folder, manifestFile))),
      1,
      /The signature of its manifest does not match/,
    );
    const unsigned = (folder: string) => rmSync(join(folder, manifestSignatureFile));
    await assertRefused(
      changed(unsigned),
      1,
      /Its manifest is not signed\. Nothing was changed\. Tell its operator\./,
    );
    const stranger = teamTree({ ring: testRing(2) }).dist;
    const signature = (folder: string) =>
      cpSync(join(stranger, manifestSignatureFile), join(folder, manifestSignatureFile));
    await assertRefused(changed(signature), 1, /The signature of its manifest does not match/);
  });

  test('is refused when a pack that fits the manifest is no pack, or is said to be huge', async () => {
    const other = Buffer.from('no pack\n');
    const resigned = (edit: (manifest: ManifestFile, folder: string) => void) =>
      changed(folder => {
        const manifest = manifestOf(folder);
        edit(manifest, folder);
        writeFileSync(join(folder, manifestFile), JSON.stringify(manifest));
      });
    const noPack = resigned((manifest, folder) => {
      Object.assign(manifest.packs[0]!, { digest: sha256Hex(other), size: other.length });
      writeFileSync(join(folder, packFile(manifest.packs[0]!)), other);
    });
    await assertRefused(noPack, 1, /does not hold the pages that it lists/);
    const huge = resigned(manifest => Object.assign(manifest.packs[0]!, { size: 1e12 }));
    await assertRefused(huge, 1, /packs\.0\.size: Too big/);
  });

  test('is refused when the bytes of a version are not those of the log', async () => {
    const alter = (pages: { path: string; bytes: Uint8Array }[]) => {
      for (const page of pages.filter(({ path }) => path === artifactFile))
        page.bytes = Buffer.from('Other.\n');
    };
    await assertRefused(
      teamTree({ alter }).dist,
      1,
      /does not have the digest sha256:[0-9a-f]{64}, which the log records/,
    );
  });

  test('with another key than the pinned one is refused until a person names that key', async () => {
    const dir = temporaryFolder();
    const { keyId } = testRing(2).publication.active;
    assert.equal((await add(dir, dist)).code, 0);
    const stranger = teamTree({ ring: testRing(2) }).dist;
    await assertRefused(
      stranger,
      1,
      new RegExp(`signed by the key ${keyId}, and this project trusts .* add --key ${keyId}`),
      dir,
    );
    const pinned = await add(temporaryFolder(), stranger, '--key', testRing(1).publication.active.keyId);
    assert.equal(pinned.code, 1);
    assert.match(pinned.stderr, /is signed by the key .*, not by /);
    const named = await add(temporaryFolder(), stranger, '--key', keyId);
    assert.equal(named.code, 0, named.stderr);
    assert.ok(!named.stderr.includes('First use'));
  });

  test('that goes back in its log, or forks it, is refused', async () => {
    const dir = temporaryFolder();
    const longer = teamTree({
      log,
      teams: { pair: filesOf('pair'), 'pair-solo': filesOf('pair-solo'), more: filesOf('more') },
    });
    assert.equal((await add(dir, longer.dist)).code, 0);
    await assertRefused(
      dist,
      1,
      /does not continue the one that is in the lock file\. The log has 2 entries, and had 3/,
      dir,
    );
    const fork = teamTree({
      teams: { pair: filesOf('pair'), other: filesOf('other'), more: filesOf('more') },
    });
    await assertRefused(fork.dist, 1, /a fork/, dir);
  });

  test('that is away, elsewhere or broken ends with 3, and one that is no catalog says so', async () => {
    await assertRefused(
      'http://127.0.0.1:9',
      3,
      /http:\/\/127\.0\.0\.1:9\/manifest\.json\S* does not answer: .* try again later/,
    );
    await assertRefused(join(temporaryFolder(), 'nowhere'), 3, /There is no folder/);
    await assertRefused(temporaryFolder(), 3, /holds no catalog: it has no manifest\.json/);
    await assertRefused('http://user:secret@127.0.0.1', 2, /The address of a catalog is like https/);
  });
});

describe('a service between the catalog and the command', () => {
  let server: RunningServer;
  let relay: Relay;
  const ends: (() => void)[] = [];
  before(async () => {
    server = await serve({ distDir: dist });
    relay = await startRelay({ after: end => void ends.push(end) }, server.address);
  });
  after(async () => {
    for (const end of ends) end();
    await server.stop();
  });

  test('cannot change a pack, cut it off, or lead elsewhere', async () => {
    const isPack = (url: string | undefined) => url!.startsWith('/packs/');
    relay.after = (answer, { url }) =>
      isPack(url) ? { ...answer, body: answer.body.subarray(0, -1) } : answer;
    await assertRefused(relay.address, 1, /does not have the digest that the manifest states/);
    relay.after = (answer, { url }) => (isPack(url) ? { ...answer, body: changedByte(answer.body) } : answer);
    await assertRefused(relay.address, 1, /does not have the digest that the manifest states/);
    relay.after = answer => answer;
    const status =
      (code: number, headers: Record<string, string> = {}) =>
      () => ({ status: code, headers, body: Buffer.alloc(0) });
    relay.before = status(302, { Location: server.address });
    await assertRefused(
      relay.address,
      3,
      /answers 302 with a redirect to http:\/\/127\.0\.0\.1:\d+, which is not followed/,
    );
    relay.before = status(500);
    await assertRefused(relay.address, 3, /answers 500\. Check --from/);
    relay.before = ({ url }) => (isPack(url) ? status(404)() : undefined);
    await assertRefused(relay.address, 3, /it may just have changed\. Run the command again/);
  });
});

describe('a project', () => {
  test('with links where files would go is left alone, and so is what they lead to', async () => {
    const elsewhere = temporaryFolder();
    const dir = temporaryFolder();
    symlinkSync(elsewhere, join(dir, '.claude'));
    const { code, stderr } = await add(dir, dist);
    assert.deepEqual([code, contentOf(elsewhere)], [1, {}]);
    assert.match(stderr, /^error: \.claude is a symbolic link, and files are never written through one/m);
    const second = temporaryFolder();
    mkdirSync(join(second, '.claude/agents'), { recursive: true });
    writeFileSync(join(elsewhere, 'secret'), 'Mine.\n');
    symlinkSync(join(elsewhere, 'secret'), join(second, '.claude/agents/pair-lead.md'));
    assert.match((await add(second, dist, '--force')).stderr, /pair-lead\.md is a symbolic link/);
    assert.deepEqual(contentOf(elsewhere), { secret: 'Mine.\n' });
    const third = temporaryFolder();
    symlinkSync(join(elsewhere, 'secret'), join(third, 'agent-topology.lock.yaml'));
    assert.match((await add(third, dist)).stderr, /agent-topology\.lock\.yaml is a symbolic link/);
    const fourth = temporaryFolder();
    writeFileSync(join(fourth, '.claude'), '');
    assert.match((await add(fourth, dist)).stderr, /\.claude is not a folder\. Move it away/);
  });

  test('with a lock file that names files of others keeps them, and one that is damaged is refused', async () => {
    const dir = temporaryFolder();
    await add(dir, dist);
    const file = join(dir, 'agent-topology.lock.yaml');
    const text = readFileSync(file, 'utf8');
    const said = async (changed: string, ...words: string[]) => {
      writeFileSync(file, changed);
      const { code, stderr } = await command(dir, ...words);
      assert.equal(code, 1, stderr);
      return stderr;
    };
    const harm = text.replace('path: .claude/agents/pair-lead.md', 'path: ../../etc/passwd');
    assert.match(
      await said(harm, 'remove', 'pair', '--force'),
      /is damaged: `teams\.0`: a path is not one of the team/,
    );
    assert.match(await said('teams: [', 'verify'), /agent-topology\.lock\.yaml is damaged: line \d+: /);
    assert.match(
      await said('lock_version: 2\ncatalogs: []\nteams: []\n', 'status'),
      /is damaged: `lock_version`/,
    );
    const other = text.replace(/digest: sha256:[0-9a-f]{64}/, `digest: sha256:${'0'.repeat(64)}`);
    assert.match(
      await said(other, 'verify'),
      /does not show that \/starters\/pair\/1\.0\.0\.md with sha256:0{64} was published/,
    );
    const forged = text.replace(/( {6}checkpoint: \|\n.*\n {8})2\n/, '$13\n');
    assert.notEqual(forged, text);
    assert.match(await said(forged, 'verify'), /the checkpoint in .* is not one of its catalog/);
    assert.match(await said(other, 'status'), /is not in the log of http:\/\/catalog\.test/);
  });
});
