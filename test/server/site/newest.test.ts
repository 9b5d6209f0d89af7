/** Teams without a version: which one their address leads to (docs/command.md#6). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestAt } from '../../../server/site/newest.ts';
import type { Site } from '../../../server/site/site.ts';

/** A site of versions with their statuses, the active ones exported for two targets. */
function siteOf(versions: Readonly<Record<string, string>>): Site {
  const pages = Object.entries(versions).flatMap(([path, status]) => {
    const exported = path.replace(/^\/(?:starters|formations)/, '');
    return [
      [path, { entry: { artifact: { status } } }],
      [path.replace('.md', '.html'), { entry: {} }],
      ...(status === 'active' ? ['codex', 'cursor'] : []).flatMap(target => [
        [`/exports/${target}${exported}`, { entry: {} }],
        [`/exports/${target}${exported.replace('.md', '.zip')}`, { entry: {} }],
      ]),
    ];
  });
  return { pages: new Map([['/exports/index.md', { entry: {} }], ...(pages as [])]) } as unknown as Site;
}

describe('a team without a version', () => {
  const site = siteOf({
    ...{ '/starters/gate/1.9.0.md': 'active', '/starters/gate/1.10.0.md': 'active' },
    ...{ '/starters/gate/2.0.0.md': 'revoked', '/starters/gate/1.11.0.md': 'deprecated' },
    ...{ '/starters/gone/1.0.0.md': 'superseded', '/formations/acme/gate/3.0.0.md': 'active' },
  });

  test('is its newest active version, as versions are ordered and not as texts', () => {
    assert.deepEqual(newestAt(site, '/starters/gate.md'), { page: '/starters/gate/1.10.0.md' });
    assert.deepEqual(newestAt(site, '/exports/codex/gate.md'), { page: '/exports/codex/gate/1.10.0.md' });
    assert.deepEqual(newestAt(site, '/formations/acme/gate.md'), { page: '/formations/acme/gate/3.0.0.md' });
    assert.deepEqual(newestAt(site, '/exports/cursor/acme/gate.md'), {
      page: '/exports/cursor/acme/gate/3.0.0.md',
    });
  });

  test('is none where no version is active', () => {
    assert.deepEqual(newestAt(site, '/starters/gone.md'), { inactive: 'gone' });
    assert.deepEqual(newestAt(site, '/exports/codex/gone.md'), { inactive: 'gone' });
  });

  test('is said with the names that there are', () => {
    assert.deepEqual(newestAt(site, '/starters/gaet.md'), {
      ...{ unknown: 'gaet', what: 'team', names: ['gate', 'gone'] },
    });
    assert.deepEqual(newestAt(site, '/exports/codex/acme/gaet.md'), {
      ...{ unknown: 'acme/gaet', what: 'team', names: ['acme/gate'] },
    });
    assert.deepEqual(newestAt(site, '/exports/codx/gate.md'), {
      ...{ unknown: 'codx', what: 'target', names: ['codex', 'cursor'] },
    });
  });

  test('leads, for a target of former exports, to the page of the version that is named, or of the newest', () => {
    for (const target of ['agent-spec', 'copilot-cli']) {
      for (const end of ['md', 'zip'])
        assert.deepEqual(newestAt(site, `/exports/${target}/gone/1.0.0.${end}`), {
          page: '/starters/gone/1.0.0.md',
          lasting: true,
        });
      assert.deepEqual(newestAt(site, `/exports/${target}/acme/gate/3.0.0.md`), {
        page: '/formations/acme/gate/3.0.0.md',
        lasting: true,
      });
      assert.deepEqual(newestAt(site, `/exports/${target}/gate.md`), { page: '/starters/gate/1.10.0.md' });
      assert.equal(newestAt(site, `/exports/${target}/gate/9.9.9.md`), undefined);
    }
  });

  test('is where files of a version that is not active lead, in their form, and people to the page of that version', () => {
    for (const end of ['md', 'zip'])
      assert.deepEqual(newestAt(site, `/exports/codex/gate/2.0.0.${end}`), {
        ...{ page: `/exports/codex/gate/1.10.0.${end}`, lasting: true },
      });
    assert.deepEqual(newestAt(site, '/exports/codex/gate/2.0.0.html'), {
      ...{ page: '/starters/gate/2.0.0.html', lasting: true },
    });
    assert.deepEqual(newestAt(site, '/exports/codex/gate.html'), { page: '/starters/gate/1.10.0.html' });
    assert.deepEqual(newestAt(site, '/exports/codex/gone/1.0.0.md'), { inactive: 'gone' });
    assert.equal(newestAt(site, '/exports/codex/gate/9.9.9.md'), undefined);
  });

  test('is nothing at an address of another form, such as a list, a version or a name in capitals', () => {
    for (const path of [
      ...['/starters/index.md', '/starters/gate/9.9.9.md', '/starters/Gate.md', '/starters/gate.txt'],
      ...['/starters/gate', '/exports/gate.md', '/exports/codex/a/b/c.md', '/starters//gate.md', '/'],
    ])
      assert.equal(newestAt(site, path), undefined, path);
  });
});
