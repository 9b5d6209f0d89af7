/** Marketplaces of plugins: every entry is an archive that is served, with its digest, and holds what the export pages hold. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { build } from '../../../../build/run/build.ts';
import { testRing } from '../../../keys.ts';
import { readExport } from '../../../support/export.ts';
import { exampleContent, temporaryFolder } from '../../../support/folder.ts';
import { exampleDist } from '../../../support/shared.ts';

/** As https://agent-plugins.org/schemas/1.0.0/plugin.schema.json has it. */
const agentPlugin = z.strictObject({
  $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'),
  name: z
    .string()
    .max(64)
    .regex(/^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/),
  version: z.string().optional(),
  description: z.string().optional(),
  author: z.strictObject({ name: z.string(), url: z.string().optional() }).optional(),
});

/** The demands of Claude Code 2.1.330 on a marketplace and on an archive in it. */
const marketplace = z.object({
  name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  owner: z.object({ name: z.string().min(1) }),
  plugins: z.array(
    z.object({
      name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
      version: z.string(),
      source: z.object({
        source: z.literal('archive'),
        url: z.string().startsWith('https://'),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    }),
  ),
});

const baseUrl = 'https://catalog.test';

describe('a service over https', () => {
  const dist = temporaryFolder();
  const bytesAt = (path: string): Buffer => readFileSync(join(dist, path));
  const jsonAt = (path: string) => JSON.parse(bytesAt(path).toString());
  before(async () => {
    const options = { contentDir: exampleContent, distDir: dist, logDir: temporaryFolder() };
    assert.ok((await build({ ...options, baseUrl, keys: testRing() })).ok);
  });

  /** The files of the archive at a path. */
  const filesAt = (path: string): Map<string, string> =>
    new Map(Object.entries(unzipSync(bytesAt(path))).map(([name, bytes]) => [name, strFromU8(bytes)]));

  test('lists each team for Claude Code as an archive with the digest of what is served', () => {
    const { plugins } = marketplace.parse(jsonAt('/.claude-plugin/marketplace.json'));
    assert.ok(plugins.length > 0);
    for (const { source } of plugins) {
      const bytes = bytesAt(source.url.replace(baseUrl, ''));
      assert.equal(createHash('sha256').update(bytes).digest('hex'), source.sha256);
    }
  });

  test('packs the agents and command of the export, both manifests, and the team as a skill', async () => {
    const { plugins } = marketplace.parse(jsonAt('/.claude-plugin/marketplace.json'));
    assert.deepEqual(
      plugins.map(({ source }) => source.url.split('/').length).sort(),
      [6, 7],
      'a starter and a formation',
    );
    for (const { name, version, source } of plugins) {
      const path = source.url.replace(baseUrl, '');
      const files = filesAt(path);
      const page = bytesAt(
        path.replace('/plugins/', '/exports/claude-code/').replace('.zip', '.md'),
      ).toString();
      for (const [path, content] of readExport(page).files)
        if (path.includes('/agents/')) assert.equal(files.get(path.replace('.claude/', '')), content);
      assert.ok(files.has(`commands/${name}.md`));
      const claude = JSON.parse(files.get('.claude-plugin/plugin.json')!);
      const portable = agentPlugin.parse(JSON.parse(files.get('plugin.json')!));
      assert.deepEqual([claude.name, claude.version], [name, version]);
      assert.deepEqual([portable.name, portable.version], [name, version]);
      const [skill, ...others] = [...files.keys()].filter(path => path.endsWith('/SKILL.md'));
      assert.deepEqual(others, []);
      const front = parseYaml(files.get(skill!)!.split('---\n')[1]!);
      assert.equal(skill, `skills/${front.name}/SKILL.md`);
      // The name of the command is taken.
      assert.notEqual(front.name, name);
    }
  });

  test('is a plugin of Agent Plugins 1.0, which the marketplace for Codex names by its place', () => {
    const own = agentPlugin.parse(jsonAt('/plugin.json'));
    const { name, interface: shown, plugins } = jsonAt('/.agents/plugins/marketplace.json');
    assert.equal(name, 'catalog-test');
    assert.ok(shown.displayName);
    assert.deepEqual(plugins, [
      {
        ...{ name: own.name, source: { source: 'local', path: './' }, category: 'Productivity' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
      },
    ]);
    assert.ok(existsSync(join(dist, 'skills/agent-topology/SKILL.md')));
  });
});

test('a service without https lists no archive, since Claude Code fetches archives over https alone', () => {
  const { plugins } = JSON.parse(
    readFileSync(join(exampleDist(), '.claude-plugin/marketplace.json'), 'utf8'),
  );
  assert.deepEqual(plugins, []);
});
