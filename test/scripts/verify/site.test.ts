/** Verifying a live site from its addresses. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { sha256Hex } from '#document/text/digest.ts';
import { markdown } from '#document/text/media-type.ts';
import { skillIndexPath, skillIndexSchema, skillPath } from '#document/text/skill.ts';
import { faultCount, writeVerification } from '../../../scripts/support/verification.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { large } from '../../support/large.ts';
import { ask } from '../../support/passage.ts';
import { serve } from '../../support/server.ts';
import { readingDist } from '../../support/shared.ts';
import { type Draft, signedTree, type TreeOptions } from '../../support/signed-tree.ts';
import { assertGreen, assertRed, changes, one, run } from './setting.ts';

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
    assert.ok(faults.includes(report.name + one), writeVerification(report));
    assert.ok(faults.some(where => /\/signature\.md$/.test(where)));
  });

  large('is red for a mirror that lets a browser run what others wrote', async () => {
    const origin = await serve({ distDir: readingDist() });
    running.push(origin);
    const mirror = createServer(async (request, response) => {
      const { host: _, ...headers } = request.headers as Record<string, string>;
      const answer = await ask(origin.address, request.url!, headers);
      const policy = answer.headers['content-security-policy'];
      const open = policy && String(policy).replace("script-src 'self'", "script-src * 'unsafe-inline'");
      response.writeHead(answer.status, {
        ...answer.headers,
        ...(open && { 'content-security-policy': open }),
      });
      response.end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(mirror, 'listening');
    const { port } = mirror.address() as AddressInfo;
    await assertRed(`http://127.0.0.1:${port}`, /content-security-policy is .*'unsafe-inline'.*expected/);
    mirror.close();
    assertGreen(await run(origin.address));
  });

  it('is red for a page that the sitemap lists and nobody serves', async () => {
    const alter = (pages: Draft[]) => {
      for (const page of pages.filter(each => each.path === '/sitemap.txt')) {
        page.bytes = Buffer.from(`${Buffer.from(page.bytes)}http://catalog.test/nowhere.md\n`);
      }
    };
    const report = await run(await start({ alter }));
    assert.ok(faultCount(report) > 0);
    assert.match(writeVerification(report), /\/nowhere\.md: It is listed/);
  });

  it('is red for a skill that is not what its index says', async () => {
    const skill = Buffer.from('---\nname: agent-topology\ndescription: Chooses.\n---\n\n# Skill\n');
    const entry = { name: 'agent-topology', type: 'skill-md', description: 'Chooses.', url: skillPath };
    const withSkill = (changes: object) => {
      const index = {
        $schema: skillIndexSchema,
        skills: [{ ...entry, digest: `sha256:${sha256Hex(skill)}`, ...changes }],
      };
      const alter = (pages: Draft[]) => {
        pages.push({ path: skillPath, bytes: skill, kind: 'discovery', media_type: markdown });
        const bytes = Buffer.from(JSON.stringify(index));
        pages.push({ path: skillIndexPath, bytes, kind: 'discovery', media_type: 'application/json' });
      };
      return signedTree({ alter }).dist;
    };
    assertGreen(await run(withSkill({})));
    await assertRed(withSkill({ digest: `sha256:${'0'.repeat(64)}` }), /skill: .*The digest is not that/);
    await assertRed(withSkill({ description: 'Else.' }), /skill: .*The description is not that/);
    await assertRed(withSkill({ url: '/else.md' }), /skill: .*It names no skill/);
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
