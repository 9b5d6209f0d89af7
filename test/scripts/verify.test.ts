import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sha256Hex } from '#document/digest.ts';
import type { StatusChange } from '#document/kind/statuses.ts';
import { packFile } from '#document/pack.ts';
import { type KeyRing, type Signer, type SigningKey, signBytes } from '#document/signature.ts';
import { artifactPath } from '#document/trust/page.ts';
import { build } from '../../build/build.ts';
import { readLogFolder } from '../../build/trust/log-store.ts';
import type { Pins } from '../../scripts/verify/check/check.ts';
import { silent } from '../../scripts/verify/progress.ts';
import { faultCount, type Report, writeReport } from '../../scripts/verify/report.ts';
import { verify } from '../../scripts/verify/verify.ts';
import type { RunningServer } from '../../server/process/server.ts';
import { testRing, testSigner } from '../keys.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { program } from '../support/program.ts';
import { serve } from '../support/server.ts';
import { type Draft, signedTree, starterPath, type TreeOptions } from '../support/signed-tree.ts';

const one = starterPath('one');
const two = starterPath('two');
const superseded: StatusChange = {
  path: one,
  status: 'superseded',
  since: '2026-02-01T00:00:00Z',
  superseded_by: two,
};
const revoked: StatusChange = {
  path: two,
  status: 'revoked',
  reason_code: 'unsafe',
  since: '2026-02-02T00:00:00Z',
};
const changes = [superseded, revoked];

/** The keys after all of them were replaced, the old ones in a state. */
const rotatedRing = (state: 'retired' | 'revoked'): KeyRing => {
  const [before, after] = [testRing(1), testRing(2)];
  const old = (key: SigningKey): SigningKey => ({ ...key, state, notAfter: '2026-03-01T00:00:00Z' });
  return {
    publication: { ...after.publication, retired: [old(before.publication.active)] },
    tenant: { ...after.tenant, retired: [old(before.tenant.active)] },
    log: { ...after.log, retired: [old(before.log.active)] },
  };
};

const run = (target: string, pins: Pins = {}) => verify(target, pins, silent);
/** Each fault as `check: file: message`. */
const faultsOf = ({ results, name }: Report) =>
  results.flatMap(({ check, faults }) =>
    faults.map(({ where, message }) => `${check}: ${relative(name, where)}: ${message}`),
  );
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
const assertGreen = (report: Report) => assert.deepEqual(faultsOf(report), []);

/** Verifies a tree and asserts that some fault matches. */
async function assertRed(target: string, expected: RegExp, pins: Pins = {}): Promise<void> {
  const faults = faultsOf(await run(target, pins));
  assert.ok(
    faults.some(fault => expected.test(fault)),
    `${expected} in\n${faults.join('\n')}`,
  );
}

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
    for (const { file, at, bits } of [...chosen, ...fc.sample(anyChange, 50)]) {
      const bytes = readFileSync(file);
      const place = at < 0 ? bytes.length - 1 : at % bytes.length;
      writeFileSync(file, bytes.with(place, bytes[place]! ^ bits));
      const report = await run(dist);
      writeFileSync(file, bytes);
      const named = report.results.flatMap(({ faults }) => faults.map(fault => fault.where));
      assert.ok(named.includes(file), `byte ${place} of ${file}\n${writeReport(report)}`);
    }
  });

  it('is red with a file removed, and names it', async () => {
    for (const file of fc.sample(fc.constantFrom(...filesIn(dist)), 20)) {
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

  it('is red for a pack that leads out of the folder', async () => {
    const alter = (pages: Draft[]) => {
      pages.find(page => page.path === '/status.md')!.file = '../status.md';
    };
    const tree = signedTree({ alter });
    await assertRed(tree.dist, /files and digests: packs\/[0-9a-f]{64}\.pack: An entry is wrong at file/);
  });

  it('is red for a pack that is none, though its digest is right', async () => {
    const tree = signedTree();
    const file = join(tree.dist, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const bytes = Buffer.from('[["/",2,3]]\n{}');
    manifest.packs[0] = { ...manifest.packs[0], digest: sha256Hex(bytes), size: bytes.length };
    writeFileSync(join(tree.dist, packFile(manifest.packs[0])), bytes);
    writeFileSync(file, JSON.stringify(manifest));
    await assertRed(tree.dist, /\.pack: It does not begin with a list of the pages/);
  });

  it('is red, not green, for a folder that holds nothing', async () => {
    await assertRed(join(dist, 'nowhere'), /manifest.json: The file is missing/);
  });
});

describe('verifying a tree that was built wrong and signed all the same', () => {
  const replace = (path: string, from: string | RegExp, to: string) => (pages: Draft[]) => {
    for (const page of pages.filter(each => each.path === path)) {
      const text = Buffer.from(page.bytes).toString();
      assert.notEqual(text.replace(from, to), text, `${from} is in ${path}`);
      page.bytes = Buffer.from(text.replace(from, to));
    }
  };
  const digestOf = (path: string) => signedTree({ changes }).states.get(path)!.digest;
  const receipt = artifactPath(digestOf(one), 'signature');
  const status = artifactPath(digestOf(two), 'status');
  const byDigest = artifactPath(digestOf(one));
  const remove = (path: string) => (pages: Draft[]) =>
    void pages.splice(
      pages.findIndex(page => page.path === path),
      1,
    );
  const set = (path: string, fields: Partial<Draft>) => (pages: Draft[]) => {
    Object.assign(pages.find(page => page.path === path)!, fields);
  };

  /** Signs the first version by another key, and its receipt says so in every place. */
  const signedBy = (signer: Signer) => (pages: Draft[]) => {
    const { bytes } = pages.find(page => page.path === one)!;
    const signature = Buffer.from(signBytes(bytes, signer)).toString('base64');
    const page = pages.find(each => each.path === receipt)!;
    const text = Buffer.from(page.bytes).toString();
    const [, former] = /^signature: (.*)$/m.exec(text)!;
    page.bytes = Buffer.from(
      text.replaceAll(testSigner(1).keyId, signer.keyId).replaceAll(former!, signature),
    );
  };

  const cases: [string, NonNullable<TreeOptions['alter']>, RegExp][] = [
    [
      'other bytes under a published name',
      replace(one, 'Work.', 'Worm.'),
      /artifacts.*starters\/one\/1.0.0.md: The log records/,
    ],
    ['other bytes under a digest', replace(byDigest, 'Work.', 'Worm.'), /artifacts.*The log records/],
    ['an artifact that is not served', remove(byDigest), /artifacts.*nothing is served/],
    ['a receipt that is missing', remove(receipt), /artifacts.*There is no valid receipt/],
    [
      'another signature',
      replace(receipt, /signature: ..../, 'signature: AAAA'),
      /signature.md: The signature does not match/,
    ],
    ['another size', replace(receipt, /size_bytes: \d+/, 'size_bytes: 1'), /size_bytes. is not/],
    [
      'a key that nobody listed',
      replace(receipt, /key_id: \w+/, 'key_id: "0000000000000000"'),
      /0000 is not listed/,
    ],
    [
      'a time before the publication',
      replace(receipt, /signed_at: 2026/, 'signed_at: 2025'),
      /when its key did not sign/,
    ],
    ['another place in the log', replace(receipt, 'log_index: 0', 'log_index: 1'), /log_index. is not 0/],
    [
      'another inclusion proof',
      replace(receipt, /inclusion_proof:\n {2}- ..../, 'inclusion_proof:\n  - AAAA'),
      /inclusion proof does not lead/,
    ],
    [
      'lines of shell that verify nothing',
      replace(receipt, '\nopenssl pkeyutl -verify', '\necho openssl'),
      /lines of shell/,
    ],
    [
      'a status that the log does not have',
      replace(status, 'status: revoked', 'status: active'),
      /status.md: .status. is not what the log/,
    ],
    ['a status that is missing', remove(status), /There is no status of \/starters\/two/],
    [
      'a status told wrongly by the manifest',
      set(two, { artifact: { digest: '0'.repeat(64), status: 'active' } }),
      /statuses.*told as active/,
    ],
    [
      'a ticket for a revoked version',
      set(two, { ticket: { kind: 'starter', subject: 'two@1.0.0' } }),
      /comes with a ticket/,
    ],
    [
      'a revoked version in the sitemap',
      replace('/sitemap.txt', '\n', `\nhttp://catalog.test${two}\n`),
      /withdrawn versions: sitemap.txt/,
    ],
    [
      'a revoked version that no index names',
      replace('/starters/index.md', '## Withdrawn', '## Others'),
      /starters\/index.md: .*not named as withdrawn/,
    ],
    [
      'a sitemap that misses a page',
      replace('/sitemap.txt', /.*status.md\n/, ''),
      /sitemap: status.md: The sitemap does not list it/,
    ],
    [
      'a sitemap with a page that is not there',
      replace('/sitemap.txt', 'status.md', 'nowhere.md'),
      /sitemap: nowhere.md: It is listed/,
    ],
    [
      'a sitemap of another site',
      replace('/sitemap.txt', 'http://catalog.test/s', 'http://other.test/s'),
      /no address of/,
    ],
    [
      'a broken link',
      replace('/', '/starters/index.md', '/starters/nowhere.md'),
      /links: index.md: .*leads to no page/,
    ],
    ['a broken anchor', replace('/', '#the-log', '#the-dog'), /links: index.md: .*names no heading/],
    ['a broken anchor of its own', replace('/', '#begin)', '#end)'), /links: index.md: .*names no heading/],
    [
      'a relative link',
      replace('/', '(/starters/index.md)', '(starters/index.md)'),
      /links: index.md: .*relative/,
    ],
    [
      'a link to a schema that is not there',
      set('/status.md', { described_by: '/docs/schemas/doc/v9.md' }),
      /links: status.md/,
    ],
    [
      'a field that its kind does not have',
      replace('/status.md', 'title:', 'colour: red\ntitle:'),
      /schemas: status.md: Line 9: Unknown field/,
    ],
    [
      'a page that names another address',
      replace('/status.md', 'path: /status.md', 'path: /state.md'),
      /schemas: status.md: .path. is/,
    ],
    [
      'a canonical address elsewhere',
      replace('/status.md', 'url: http://catalog', 'url: http://catalogue'),
      /canonical_url. is/,
    ],
    ['a document without front matter', replace('/status.md', '---', ''), /schemas: status.md: Line 1/],
    ['a document of no kind', replace('/status.md', 'kind: doc', 'kind: dock'), /Unknown kind .dock/],
    [
      'JSON that is none',
      replace('/.well-known/ard.json', '{}', '{'),
      /schemas: json\/\d+.json: It is not JSON/,
    ],
    ['a required page that is missing', remove('/llms.txt'), /required addresses: llms.txt/],
    [
      'a key under another id',
      replace('/trust/keys.md', /key_id: \w+/, 'key_id: "0000000000000000"'),
      /keys: trust\/keys.md: .key_id/,
    ],
    [
      'a key whose PEM is another',
      replace('/trust/keys.md', /AyEA..../, 'AyEAAAAA'),
      /keys: trust\/keys.md: .public_key_pem/,
    ],
    [
      'no active key of a purpose',
      replace('/trust/keys.md', 'state: active', 'state: retired'),
      /keys: trust\/keys.md: One key of the purpose publication is active/,
    ],
    [
      'no key of the log',
      replace('/trust/keys.md', 'purpose: log', 'purpose: tenant'),
      /transparency log: log\/checkpoint: No active key of the purpose log/,
    ],
    [
      'a checkpoint whose key is listed for tenants',
      replace('/trust/keys.md', /purpose: (tenant|log)/g, 'purpose: tenant'),
      /transparency log: log\/checkpoint: None of the known keys/,
    ],
    [
      'a log key under another name',
      replace('/trust/keys.md', 'log_key: catalog.test', 'log_key: catalogue.test'),
      /keys: trust\/keys.md: .log_key/,
    ],
    [
      'a list that leaves out the purposes of new keys',
      replace('/trust/keys.md', / {4}purpose: \w+\n/g, ''),
      /keys: trust\/keys.md: One key is active; found 3/,
    ],
    ...(['tenant', 'log'] as const).map((purpose): [string, NonNullable<TreeOptions['alter']>, RegExp] => [
      `a publication that the ${purpose} key signed`,
      signedBy(testRing()[purpose].active as Signer),
      new RegExp(`signature.md: Its key \\w+ is of the purpose ${purpose}, which signs no publications`),
    ]),
    [
      'a tile of another tree',
      set('/log/tile/0/000.p/5', { bytes: new Uint8Array(160) }),
      /transparency log: log\/tile\/0\/000.p\/5/,
    ],
    [
      'a bundle of other entries',
      replace('/log/tile/entries/000.p/5', 'starters/one', 'starters/eno'),
      /transparency log: log\/tile\/entries\/000.p\/5/,
    ],
    [
      'a checkpoint that nobody signed',
      replace('/log/checkpoint', /— (\S+) ..../, '— $1 AAAA'),
      /transparency log: log\/checkpoint: None of the known keys/,
    ],
    [
      'a checkpoint of another root',
      replace('/log/checkpoint', /\n5\n..../, '\n5\nAAAA'),
      /transparency log: log\/checkpoint/,
    ],
  ];
  for (const [what, alter, expected] of cases) {
    it(`finds ${what}`, () => assertRed(signedTree({ changes, alter }).dist, expected));
  }

  it('finds a version that is served and was never logged', () => {
    const other = signedTree({ starters: ['one', 'two', 'three', 'four'] });
    const path = starterPath('four');
    const bytes = readFileSync(join(other.dist, path));
    const alter = (pages: Draft[]) => void pages.push({ path, bytes, kind: 'starter' });
    return assertRed(signedTree({ alter }).dist, /starters\/four\/1.0.0.md: .*not in the log/);
  });

  it('finds a manifest that is not signed, or by another key', async () => {
    const { dist } = signedTree();
    const signature = join(dist, 'manifest.json.sig');
    writeFileSync(signature, readFileSync(join(signedTree({ ring: testRing(2) }).dist, 'manifest.json.sig')));
    await assertRed(dist, /manifest signature: manifest.json: The signature/);
    rmSync(signature);
    await assertRed(dist, /manifest signature: manifest.json.sig: .*missing/);
  });
});

describe('verifying against what was kept from before', () => {
  const earlier = signedTree();
  const checkpoint = earlier.log.get('checkpoint')!;

  it('is green when the log has grown from the kept checkpoint', async () => {
    assertGreen(await run(signedTree({ changes, log: earlier.log }).dist, { checkpoint }));
  });

  it('is green over a rotation and a move to another address', async () => {
    const ring = rotatedRing('retired');
    const baseUrl = 'http://elsewhere.test';
    const moved = signedTree({ changes, ring, baseUrl, log: earlier.log });
    assertGreen(await run(moved.dist, { checkpoint }));
    // Entry 3 binds the old name.
    assert.equal((await run(moved.dist)).logEntries, 6);
  });

  it('is red for a forked log, even when it is whole and signed by the right key', async () => {
    const forked = signedTree({ starters: ['one', 'zwei', 'three', 'four'] });
    assertGreen(await run(forked.dist));
    await assertRed(forked.dist, /log\/checkpoint: Its first 3 entries are not those .*fork/, { checkpoint });
  });

  it('is red for a log from which an entry was removed', async () => {
    const shorter = signedTree({ starters: ['one', 'two'] });
    assertGreen(await run(shorter.dist));
    await assertRed(shorter.dist, /had 3 when the kept checkpoint was signed: entries were removed/, {
      checkpoint,
    });
    const replaced = signedTree({ starters: ['one', 'three', 'four'] });
    await assertRed(replaced.dist, /fork/, { checkpoint });
  });

  it('is red when the kept checkpoint is of no listed key', async () => {
    const stranger = signedTree({ ring: testRing(3) }).log.get('checkpoint')!;
    await assertRed(earlier.dist, /kept checkpoint is not of this log/, { checkpoint: stranger });
  });

  it('is red when the key that the caller expects is not listed, or revoked', async () => {
    assertGreen(await run(earlier.dist, { keyId: testSigner(1).keyId }));
    await assertRed(earlier.dist, /expected key/, { keyId: testSigner(2).keyId });
    const ring = rotatedRing('revoked');
    await assertRed(signedTree({ ring }).dist, /expected key/, { keyId: testSigner(1).keyId });
  });

  it('is green for an expected key of the log, and red for one that signs for tenants', async () => {
    const { log, tenant } = testRing();
    assertGreen(await run(earlier.dist, { keyId: log.active.keyId }));
    await assertRed(earlier.dist, /expected key/, { keyId: tenant.active.keyId });
  });
});

describe('verifying a tree from before keys had purposes', () => {
  const fixture = 'test/fixture/one-key/tree';
  const formerLog = readLogFolder(join(fixture, 'log'))!;
  /** The pages as they were then, under the signature of the one key. */
  const asItWas = (pages: Draft[]) => {
    for (const file of filesIn(fixture)) {
      const path = `/${relative(fixture, file)}`;
      const page = pages.find(each => each.path === path)!;
      page.bytes = readFileSync(file);
    }
  };

  it('is green', async () => {
    const report = await run(signedTree({ changes, alter: asItWas }).dist, { keyId: testSigner(1).keyId });
    assertGreen(report);
    assert.deepEqual([report.artifacts, report.logEntries], [3, 5]);
  });

  it('is green after its log went on under a key of its own, also against a checkpoint from then', async () => {
    const { dist } = signedTree({ changes, log: formerLog });
    const report = await run(dist, { checkpoint: formerLog.get('checkpoint')! });
    assertGreen(report);
    assert.equal(report.logEntries, 6);
  });

  it('is red when a checkpoint from then leads to another history, or no publication key signed it', async () => {
    const { dist } = signedTree({ changes: [superseded] });
    await assertRed(dist, /had 5 when the kept checkpoint/, { checkpoint: formerLog.get('checkpoint')! });
    const stranger = signedTree({ changes, ring: testRing(2) });
    await assertRed(stranger.dist, /kept checkpoint is not of this log/, {
      checkpoint: formerLog.get('checkpoint')!,
    });
  });

  it('is green after the next build of a whole catalog, which keeps every tile of the log', async () => {
    const [former, folder] = ['test/fixture/one-key/catalog-log', temporaryFolder()];
    const [logDir, distDir] = [join(folder, 'log'), join(folder, 'dist')];
    cpSync(former, logDir, { recursive: true });
    const options = { contentDir: exampleContent, distDir, baseUrl: 'http://catalog.test', logDir };
    const built = build({ ...options, keys: testRing() });
    assert.ok(built.ok, JSON.stringify(built));
    for (const file of filesIn(former).filter(name => !name.endsWith('checkpoint')))
      assert.deepEqual(readFileSync(join(logDir, relative(former, file))), readFileSync(file), file);
    const report = await run(distDir, { checkpoint: readFileSync(join(former, 'checkpoint')) });
    assertGreen(report);
    assert.equal(report.logEntries, 3);
    const again = build({ ...options, keys: testRing() });
    assert.equal(again.ok && again.written, 0);
  });

  it('is red when the log took another name and no entry says so', async () => {
    const { dist } = signedTree({ changes });
    await assertRed(dist, /log\/checkpoint: No entry says that the log catalog.test\/log continues here/, {
      checkpoint: formerLog.get('checkpoint')!,
    });
  });

  it('is red when the log continues a checkpoint whose key is no longer listed', async () => {
    const { log } = signedTree({ changes, log: formerLog });
    const { log: logKeys, tenant } = testRing();
    const ring = { publication: testRing(2).publication, log: logKeys, tenant };
    await assertRed(
      signedTree({ changes, ring, log }).dist,
      /transparency log: log\/checkpoint: Entry 5 of the log: The checkpoint of catalog.test\/log/,
    );
  });
});

describe('verifying a live site', () => {
  const running: RunningServer[] = [];
  const start = async (options: TreeOptions) => {
    const server = await serve({ distDir: signedTree(options).dist });
    running.push(server);
    return server.address;
  };
  after(() => Promise.all(running.map(server => server.stop())));
  let address = '';
  before(async () => {
    address = await start({ changes });
  });

  it('is all green, from its addresses alone, though it is reached by another name than its own', async () => {
    const report = await run(address);
    assertGreen(report);
    assert.equal(report.baseUrl, 'http://catalog.test');
    assert.deepEqual([report.artifacts, report.logEntries], [3, 5]);
  });

  it('is red for another log than the kept checkpoint was of', async () => {
    const checkpoint = signedTree({ starters: ['uno'] }).log.get('checkpoint')!;
    await assertRed(address, /fork/, { checkpoint });
  });

  it('is red for bytes that were not signed, and names the URL', async () => {
    const alter = (pages: Draft[]) => {
      for (const page of pages.filter(each => each.path === one))
        page.bytes = Buffer.from('---\nkind: starter\n---\n');
    };
    const report = await run(await start({ alter }));
    const faults = report.results.flatMap(({ faults }) => faults.map(({ where }) => where));
    assert.ok(faults.includes(report.name + one), writeReport(report));
    assert.ok(faults.some(where => /\/signature\.md$/.test(where)));
  });

  it('is red for a page that the sitemap lists and nobody serves', async () => {
    const alter = (pages: Draft[]) => {
      for (const page of pages.filter(each => each.path === '/sitemap.txt')) {
        page.bytes = Buffer.from(`${Buffer.from(page.bytes)}http://catalog.test/nowhere.md\n`);
      }
    };
    const report = await run(await start({ alter }));
    assert.ok(faultCount(report) > 0);
    assert.match(writeReport(report), /\/nowhere\.md: It is listed/);
  });

  describe('with a contact for weaknesses', () => {
    const withContact = (changes: Record<string, string> = {}) => {
      const fields = {
        Contact: 'mailto:security@example.org',
        Expires: '2027-01-01T00:00:00Z',
        Canonical: 'http://catalog.test/.well-known/security.txt',
        ...changes,
      };
      const text = Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('');
      const page = { path: '/.well-known/security.txt', bytes: Buffer.from(text), kind: 'discovery' };
      return (pages: Draft[]) => void pages.push({ ...page, media_type: 'text/plain; charset=utf-8' });
    };

    it('is green until it expires, and red from then on', async () => {
      const site = await start({ alter: withContact() });
      assertGreen(await run(site, { now: '2026-12-31T00:00:00Z' }));
      await assertRed(site, /security contact: .*It expired at 2027/, { now: '2027-01-01T00:00:01Z' });
      await assertRed(site, /a year or more ahead/, { now: '2025-12-31T00:00:00Z' });
    });

    it('is red for one of another site, or of another form; an archive may be as old as it is', async () => {
      const other = { Canonical: 'https://other.test/.well-known/security.txt' };
      await assertRed(
        signedTree({ alter: withContact(other) }).dist,
        /security contact: .*`Canonical` is not/,
      );
      const bare = signedTree({ alter: withContact({ Contact: 'us' }) });
      await assertRed(bare.dist, /security contact: .*Line 1: `Contact` must be/);
      assertGreen(await run(signedTree({ alter: withContact() }).dist, { now: '2030-01-01T00:00:00Z' }));
    });
  });

  it('fails when nobody answers', async () => {
    await assert.rejects(run('http://127.0.0.1:9'), /ECONNREFUSED/);
  });
});

describe('npm run verify', () => {
  const { dist } = signedTree();
  const command = (...words: string[]) =>
    spawnSync(process.execPath, [program('scripts/verify.ts'), ...words], { encoding: 'utf8' });

  it('exits 0 and says so when all is well', () => {
    const { status, stdout, stderr } = command(dist);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^ok {3}files and digests$/m);
    assert.match(stdout, /verified \(\d+ pages, 3 artifacts, 3 log entries of http:\/\/catalog.test\)\n$/);
  });

  it('exits 1 and names the file when one byte was changed', () => {
    const file = join(dist, 'status.md');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(9, 0));
    const { status, stdout } = command(dist);
    writeFileSync(file, bytes);
    assert.equal(status, 1);
    assert.match(stdout, /status\.md: The manifest says/);
    assert.match(stdout, /NOT verified: \d+ faults?/);
  });

  it('takes a key and a checkpoint that the caller kept', () => {
    const checkpoint = join(dist, 'log/checkpoint');
    assert.equal(command(dist, '--key', testSigner(1).keyId, '--checkpoint', checkpoint).status, 0);
    assert.equal(command(dist, '--key', testSigner(2).keyId).status, 1);
  });

  it('exits 1 when there is nothing to verify, and 2 when it was called wrongly', () => {
    assert.equal(command('http://127.0.0.1:9').status, 1);
    assert.equal(command(join(dist, 'nowhere')).status, 1);
    assert.equal(command().status, 2);
    assert.equal(command(dist, '--colour').status, 2);
  });

  it('imports the public formats and nothing of the server or the build', () => {
    const sources = ['scripts/verify.ts', ...filesIn('scripts/verify'), ...filesIn('build/document')];
    const imported = sources.flatMap(file => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/from '([^']+)'/g)].map(found => `${file}: ${found[1]}`);
    });
    const foreign = imported.filter(line =>
      /(?:^|\/)(?:server|build)\/(?!document)|\.\.\/build|\.\.\/server/.test(line.split(': ')[1]!),
    );
    assert.deepEqual(foreign, []);
  });
});
