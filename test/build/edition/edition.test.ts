/** The reading edition of a whole catalog: beside the Markdown, complete, the same however it was built, and verified. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { silent } from '../../../build/publish/progress.ts';
import { type BuildOptions, build } from '../../../build/run/build.ts';
import { verify } from '../../../scripts/verify/verify.ts';
import { testRing } from '../../keys.ts';
import { digestsOf } from '../../support/digests.ts';
import { exampleContent, exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { manifestIn } from '../../support/shared.ts';

const folder = temporaryFolder();
const options: BuildOptions = {
  ...{ contentDir: exampleCopy(), distDir: join(folder, 'dist'), logDir: join(folder, 'log') },
  ...{ keys: testRing(), baseUrl: 'http://catalog.test', reading: true },
};

async function built(changes: Partial<BuildOptions> = {}): Promise<string> {
  const whole = { ...options, ...changes };
  const result = await build(whole);
  assert.ok(result.ok, JSON.stringify(result));
  return whole.distDir;
}

const textIn = (dist: string, file: string) => readFileSync(join(dist, file), 'utf8');

describe('the reading edition', async () => {
  const dist = await built();
  const plain = join(folder, 'plain');
  assert.ok((await build({ ...options, distDir: plain, contentDir: exampleContent, reading: false })).ok);

  test('leaves every other file as it is without it', () => {
    // The last two lead to pages for people where there are any.
    const own =
      /\.html$|\.svg$|^reading\/|^sitemap\.xml$|^favicon\.ico$|^manifest\/|^manifest\.json|^robots\.txt$|^changes\.atom$/;
    const [withIt, without] = [dist, plain].map(each =>
      Object.entries(digestsOf(each)).filter(([name]) => !own.test(name)),
    );
    assert.deepEqual(withIt, without);
  });

  test('has a twin of every Markdown page but the files of teams, which both name each other, and no ticket', () => {
    const { pages } = manifestIn(dist);
    const paths = new Map(pages.map(page => [page.path, page]));
    const shown = pages.filter(
      ({ path, kind }) => path === '/' || (/\.md(\?|$)/.test(path) && kind !== 'export'),
    );
    assert.ok(shown.length > 20);
    for (const { path, links } of shown) {
      const twin = path === '/' ? '/index.html' : path.replace('.md', '.html');
      assert.ok(paths.get(twin), twin);
      assert.ok(links!.includes(`<${twin}>; rel="alternate"; type="text/html"`));
      const { ticket, links: back } = paths.get(twin)!;
      assert.equal(ticket, undefined);
      assert.ok(back!.includes(`<${path}>; rel="alternate"; type="text/markdown"`));
    }
  });

  test('shows how to install the newest version of a team, and says every field in words', () => {
    assert.match(
      textIn(dist, 'starters/solo-mender/1.0.0.html'),
      /curl -fsSO [^<]*\/exports\/claude-code\/solo-mender\/1\.0\.0\.zip/,
    );
    const twins = Object.keys(digestsOf(dist)).filter(name => name.endsWith('.html'));
    for (const name of twins) assert.doesNotMatch(textIn(dist, name), /\[object Object\]/, name);
  });

  test('lists in /sitemap.xml the twins of what /sitemap.txt lists', () => {
    const listed = textIn(dist, 'sitemap.txt').trimEnd().split('\n');
    const twins = listed
      .filter(each => /\/$|\.md$/.test(each) && !/\/exports\/[^/]+\//.test(each))
      .map(each => each.replace(/\/$/, '/index.html').replace(/\.md$/, '.html'));
    const found = [...textIn(dist, 'sitemap.xml').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, each]) => each);
    assert.deepEqual(found, twins.sort());
  });

  test('leads from the aliases of a pattern to its page', () => {
    const { redirects } = manifestIn(dist);
    const aliases = redirects.filter(({ path }) => /^\/patterns\/.*\.html$/.test(path));
    assert.ok(aliases.length > 0);
    assert.ok(aliases.every(({ to }) => to.endsWith('.html')));
  });

  test('is the same after an edit as when it is built from nothing', async () => {
    const file = join(options.contentDir, 'patterns/gate.md');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('How weak a check may be.', 'How weak a check may be, and where.'),
    );
    const result = await build(options);
    // The page, its twin and the sources, with their two parts of the manifest, the manifest and its signature.
    assert.ok(result.ok && result.written === 7, JSON.stringify(result));
    assert.match(textIn(dist, 'patterns/gate.html'), /may be, and where/);
    const fresh = await built({ ...options, distDir: join(folder, 'fresh') });
    assert.deepEqual(digestsOf(dist), digestsOf(fresh));
  });

  large('is verified by rendering it again', async () => {
    const faultsOf = async () => {
      const { results } = await verify(dist, {}, silent);
      return results.find(({ check }) => check === 'derived pages')!.faults;
    };
    assert.deepEqual(await faultsOf(), []);
    for (const file of ['patterns/gate.html', 'patterns/gate.svg']) {
      const path = join(dist, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace('Roles', 'Rules'));
      assert.deepEqual(
        (await faultsOf()).map(({ where }) => where),
        [path],
      );
      writeFileSync(path, text);
    }
  });
});
