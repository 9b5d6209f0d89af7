/** Receipts, checked by a stranger with a shell. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type KeyRing, type Signer, signBytes } from '#document/proof/signature.ts';
import { makeTrust, signManifest } from '../../../../../build/document/proof/disk/trust.ts';
import { testRing, testSigner } from '../../../../keys.ts';
import { addressOf, one, pageAt, sources, two } from './setting.ts';

describe('a stranger with a shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trust-'));
  after(() => rmSync(folder, { recursive: true }));
  // A curl that answers from the pages: the rest of the lines runs as it is.
  const curl = ['curl() {', '  case "$*" in'];
  const serve = (path: string, bytes: Uint8Array) => {
    const file = join(folder, path.replaceAll('/', '_'));
    writeFileSync(file, bytes);
    curl.push(`    *'${sources.baseUrl}${path} -o artifact.md') cp '${file}' artifact.md ;;`);
    curl.push(`    *'${sources.baseUrl}${path}') cat '${file}' ;;`);
  };

  // The key is the second of the list: a stranger must not get the first by chance.
  const old = testSigner(1, { state: 'retired', notAfter: '2026-02-01T00:00:00Z' });
  const publication = { active: testSigner(2), retired: [old, testSigner(3, { state: 'revoked' })] };
  const ring: KeyRing = { ...testRing(), publication };
  const made = makeTrust({ ...sources, ring });
  serve('/trust/keys.md', Buffer.from(pageAt('/trust/keys.md', made).text));
  for (const each of [one, two]) serve(`${addressOf(each)}.md`, each.bytes);
  curl.push('    *) echo "no such page: $*" >&2; return 22 ;;', '  esac', '}');

  const linesOf = (each: typeof one) =>
    /```sh\n([^`]*)\n```/.exec(pageAt(`${addressOf(each)}/signature.md`, made).body)![1]!.split('\n');
  const run = (lines: readonly string[], shell = 'sh') =>
    spawnSync(shell, ['-c', [...curl, ...lines].join('\n')], { cwd: folder, encoding: 'utf8' });

  for (const each of [one, two]) {
    it(`verifies ${each.path} by the three lines of its receipt`, () => {
      assert.equal(linesOf(each).length, 3);
      const { stdout, stderr, status } = run(linesOf(each));
      assert.equal(stdout, 'artifact.md: OK\nSignature Verified Successfully\n', stderr);
      assert.equal(status, 0);
    });
  }

  it('gets the one key, as PEM and nothing else', () => {
    run(linesOf(one));
    const pem = execFileSync('cat', [join(folder, 'key.pem')], { encoding: 'utf8' });
    assert.match(pem, /^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=]{60}\n-----END PUBLIC KEY-----\n$/);
  });

  for (const key of [ring.tenant.active, ring.log.active, ring.publication.active] as Signer[]) {
    const passes = key.purpose === 'publication';
    it(`is ${passes ? 'shown' : 'refused'} what the ${key.purpose} key signed as a publication`, () => {
      const signature = Buffer.from(signBytes(one.bytes, key)).toString('base64');
      const [fetch, cut, verify] = linesOf(one) as [string, string, string];
      const forged = cut
        .replace(/key_id: \.\*\w+/, `key_id: .*${key.keyId}`)
        .replace(/echo '[^']+'/, `echo '${signature}'`);
      const { status, stdout } = run([fetch, forged, verify]);
      assert.equal(status === 0, passes);
      assert.equal(/Verified Successfully/.test(stdout), passes);
      assert.equal(readFileSync(join(folder, 'key.pem'), 'utf8') === '', !passes, 'no key of this purpose');
    });
  }

  it('is told by openssl when one byte of the artifact was changed', () => {
    const [fetch, keys, verify] = linesOf(one) as [string, string, string];
    for (let at = 0; at < one.bytes.length; at += 7) {
      const tampered = one.bytes.with(at, one.bytes[at]! ^ 1);
      const { status, stdout } = run(
        [fetch, keys, `cp tampered.md artifact.md`, verify].toSpliced(2, 0, write(tampered)),
      );
      assert.match(stdout, /Signature Verification Failure/);
      assert.equal(status, 1);
    }
  });

  it('is told by sha256sum when other bytes come', () => {
    const lines = linesOf(one).map(line => line.replace(one.digest.slice(7), two.digest.slice(7)));
    assert.match(run(lines).stdout, /artifact.md: FAILED/);
  });

  it('verifies the manifest in the same way', () => {
    run(linesOf(two));
    writeFileSync(join(folder, 'manifest.json'), '{}\n');
    writeFileSync(join(folder, 'manifest.json.sig'), signManifest(Buffer.from('{}\n'), ring));
    const line =
      'openssl pkeyutl -verify -rawin -pubin -inkey key.pem -sigfile manifest.json.sig -in manifest.json';
    assert.equal(run([line]).status, 0);
  });

  const write = (bytes: Uint8Array) => {
    writeFileSync(join(folder, 'tampered.md'), bytes);
    return ':';
  };
});
