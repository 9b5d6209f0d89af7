/** Exports as their pages give them: every version for every target, each file whole under its digest. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { targets } from '../../../../build/page/export/index.ts';
import { readTeam } from '../../../../build/page/export/team.ts';
import { quoted } from '../../../../build/page/export/write.ts';
import { build } from '../../../../build/run/build.ts';
import { testRing } from '../../../keys.ts';
import { readExport } from '../../../support/export.ts';
import { exampleContent, temporaryFolder } from '../../../support/folder.ts';
import { plainTeams } from '../../../support/team.ts';

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'));

describe('the exports of a catalog', () => {
  const dist = temporaryFolder();
  const pageAt = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8');
  before(async () => {
    const result = await build({
      ...{ contentDir: exampleContent, distDir: dist, logDir: temporaryFolder() },
      ...{ baseUrl: 'http://catalog.test', keys: testRing() },
    });
    assert.ok(result.ok);
  });

  test('are one page for each target and version, bound to the bytes of that version', () => {
    const versions = namesIn(exampleContent).filter(name => /^(?:starters|formations)\//.test(name));
    assert.equal(versions.length, 2);
    for (const version of versions)
      for (const { id } of targets) {
        const { fields } = readExport(pageAt(`/exports/${id}/${version.replace(/^\w+\//, '')}`));
        assert.equal(fields.source, `/${version}`);
        assert.equal(fields.source_digest, digestField(sha256Hex(readFileSync(join(dist, version)))));
      }
  });

  test('hold each file in one block, with its digest and size', () => {
    for (const page of namesIn(dist).filter(name => /^exports\/.*\/.*\.md$/.test(name))) {
      const { fields, files } = readExport(pageAt(`/${page}`));
      const found = [...files].map(([path, text]) => {
        return { path, digest: digestField(sha256Hex(text)), size_bytes: Buffer.byteLength(text) };
      });
      assert.deepEqual(found, fields.files);
    }
  });
});

test('quoted text is JSON of the same text', () => {
  const text = 'a "b" \\ `d` \u2028\u2029\u0085\ufeff\u007f\n\0 \u{1f600}';
  assert.equal(JSON.parse(quoted(text)), text);
  assert.doesNotMatch(quoted(text), /[\p{Cc}\u2028\u2029\ufeff]/u);
});

test('no newest team and none of its files names a command that the catalog does not have', () => {
  for (const { text, file } of plainTeams('newest')) {
    const files = targets.flatMap(target => target.files(readTeam(text, `/${file}`), new Map()));
    for (const each of [text, ...files.map(({ text }) => text)])
      assert.doesNotMatch(each, /agent-topology verbs?|try_patch|finish_task/, file);
  }
});
