/** Two branches that publish, withdraw and add are merged by git alone, and the log goes on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readLogFolder } from '../../build/document/proof/disk/log-store.ts';
import { write } from '../support/folder.ts';
import { large } from '../support/large.ts';
import { Clone, other, path, publishNew } from '../support/withdrawal.ts';
import { assertGreen, run } from './verify/setting.ts';

/** Runs git in the content of a clone, with no settings but its own, and its folder beside the content. */
function gitIn({ content }: Clone) {
  const own = ['-c', 'user.name=Editor', '-c', 'user.email=editor@example.org', '-c', 'commit.gpgsign=false'];
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_DIR: join(content, '../git'),
    GIT_WORK_TREE: content,
  };
  return (...words: string[]): string =>
    execFileSync('git', [...own, ...words], { cwd: content, env, encoding: 'utf8' });
}

/** Adds a pattern like another one, in words of its own. */
function addGuide({ content }: Clone, name: string): void {
  const text = `---\ntitle: Guide ${name}\ndescription: How ${name} is done, for editors who try it.\n---\n\n## In short\n\nTake ${name}.\n`;
  write(content, `guides/${name}.md`, text);
}

/** The entries of the log of a clone: of a part of a tile the longest has them all. */
const entriesOf = (clone: Clone): string => {
  const files = [...readLogFolder(join(clone.data, 'log'))!].filter(([name]) => name.includes('entries'));
  return files
    .map(([, bytes]) => Buffer.from(bytes).toString())
    .reduce((a, b) => (b.length > a.length ? b : a));
};

describe('two branches', async () => {
  large(
    'that publish, withdraw and add are merged three times without a hand, and the log keeps what it had',
    async () => {
      const clone = await Clone.published();
      const git = gitIn(clone);
      git('init', '-q', '-b', 'main');
      git('add', '-A');
      git('commit', '-qm', 'Begin');
      const withdrawn = [path, other];
      for (const round of [1, 2, 3]) {
        const before = entriesOf(clone);
        git('checkout', '-qb', `one-${round}`);
        publishNew(clone, `alpha-team-${round}`, '1.0.0');
        addGuide(clone, `alpha-${round}`);
        if (withdrawn[round - 1])
          clone.record(withdrawn[round - 1]!, [
            { status: 'revoked', reason_code: 'rights', since: `2026-11-2${round + 2}T00:00:00Z` },
          ]);
        git('add', '-A');
        git('commit', '-qm', `One ${round}`);
        git('checkout', '-q', 'main');
        git('checkout', '-qb', `two-${round}`);
        const made = publishNew(clone, `beta-team-${round}`, '1.0.0');
        addGuide(clone, `beta-${round}`);
        clone.record(made, [{ status: 'deprecated', since: `2026-11-2${round + 2}T00:00:00Z` }]);
        git('add', '-A');
        git('commit', '-qm', `Two ${round}`);
        git('checkout', '-q', 'main');
        git('merge', '-q', '--no-edit', `one-${round}`);
        // What one branch published stands in the log before the other one is merged.
        if (round === 2) assert.ok((await clone.build()).ok);
        git('merge', '-q', '--no-edit', `two-${round}`);
        assert.equal(git('status', '--porcelain'), '');
        const built = await clone.build();
        assert.ok(built.ok && !built.isNewLog, JSON.stringify(built).slice(0, 500));
        assert.ok(entriesOf(clone).startsWith(before), 'what the log had stands at its beginning');
        assert.deepEqual(
          [clone.statusOf(made), clone.statusOf(`/starters/alpha-team-${round}/1.0.0.md`)],
          ['deprecated', 'active'],
        );
      }
      assert.deepEqual([clone.statusOf(path), clone.statusOf(other)], ['revoked', 'revoked']);
      assertGreen(await run(clone.dist));
    },
  );

  large(
    'are built in turns on one machine, whose log begins again, while the log of a publisher refuses to shrink',
    async () => {
      const clone = await Clone.published();
      publishNew(clone, 'branch-team', '1.0.0');
      const git = gitIn(clone);
      git('init', '-q', '-b', 'main');
      git('add', '-A');
      git('commit', '-qm', 'Begin');
      assert.ok((await clone.build()).ok);
      git('rm', '-rqf', 'starters/branch-team', 'trust/publications/starters/branch-team');
      await assert.rejects(clone.build(), /the log would shrink/);
      const again = await clone.build({ throwAwayLog: true });
      assert.ok(again.ok && again.isNewBranch);
      assert.doesNotMatch(entriesOf(clone), /branch-team/);
      git('checkout', '-q', 'HEAD', '--', '.');
      const back = await clone.build({ throwAwayLog: true });
      assert.ok(back.ok && !back.isNewBranch);
      assert.match(entriesOf(clone), /branch-team/);
    },
  );
});

test('a log that exists keeps its order and its bytes, in whatever order the records of the content are read', async () => {
  const clone = await Clone.published();
  publishNew(clone, 'zebra-team', '1.0.0');
  assert.ok((await clone.build()).ok);
  publishNew(clone, 'aardvark-team', '1.0.0');
  const before = entriesOf(clone);
  assert.ok((await clone.build()).ok);
  // Both have one time of publication: in a new log the second would come first.
  const now = entriesOf(clone);
  assert.ok(now.startsWith(before) && now.indexOf('zebra-team') < now.indexOf('aardvark-team'));
  assert.ok(readFileSync(join(clone.dist, 'starters/aardvark-team/1.0.0.md')).length > 0);
});
