/** `agent-topology search` and `show`: from a task in plain words to the document of a team. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RunningServer } from '../../../../server/process/server.ts';
import { send, serve } from '../../../support/server.ts';
import { exampleDist } from '../../../support/shared.ts';
import { teamCommand } from '../../../support/team-command.ts';

const command = (...words: string[]) => teamCommand(words);

describe('search and show', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve({ distDir: exampleDist() });
  });
  after(() => server.stop());

  test('find a team in a service and in a built folder alike, and print its document as it is', async () => {
    const words = ['search', 'fix', 'a', 'defect', '--from'];
    const [there, here] = [await command(...words, server.address), await command(...words, exampleDist())];
    assert.deepEqual([there.code, here.code], [0, 0], there.stderr + here.stderr);
    for (const [{ stdout, stderr }, from] of [
      [there, server.address],
      [here, exampleDist()],
    ] as const) {
      assert.deepEqual(stdout.split('\n'), [
        ...['Solo mender', '  One agent that mends a defect; the control for every team.'],
        ...[`  ${from}/starters/solo-mender/1.0.0.md`, ''],
        'Likely task: Bug fix. Begin with one agent. Fix one reported defect.',
        ...[`  When a team is worth it: ${from}/tasks/coding.bug_fix.md`, ''],
      ]);
      assert.equal(stderr, 'Next: agent-topology show solo-mender\n');
    }
    const tasks = await command('search', 'fix', 'a', 'defect', '--kind', 'task', '--from', exampleDist());
    assert.match(tasks.stdout, /^Likely task: /m);
    assert.equal(tasks.stderr, '');
    const data = JSON.parse((await command(...words, server.address, '--json')).stdout);
    assert.deepEqual(
      data.results.map((each: Record<string, string>) => [each.kind, each.title, each.address]),
      [
        ['starter', 'Solo mender', `${server.address}/starters/solo-mender/1.0.0.md`],
        ['likely_task', 'Bug fix', `${server.address}/tasks/coding.bug_fix.md`],
      ],
    );
    const shown = await command('show', 'solo-mender', '--from', server.address);
    assert.equal(shown.code, 0, shown.stderr);
    assert.equal(shown.stdout, (await send(server, '/starters/solo-mender/1.0.0.md')).body.toString());
    assert.match(
      shown.stderr,
      /solo-mender 1\.0\.0 is active\. Digest, signature and log entry verified\.\nNext: agent-topology add solo-mender --to claude-code\|/,
    );
    const formation = await command('show', 'house/mending-pair@1.0.0', '--from', server.address);
    assert.match(formation.stdout, /^publisher: house$/m);
  });

  test('name a wrong filter, and say when nothing is found', async () => {
    for (const from of [server.address, exampleDist()]) {
      const wrong = await command('search', 'x', '--kind', 'teams', '--from', from);
      assert.equal(wrong.code, 2, wrong.stderr);
      assert.match(wrong.stderr, /parameter `kind` cannot be used/);
    }
    const nothing = await command('search', 'zzzz', 'qqqq', '--from', exampleDist());
    assert.deepEqual([nothing.code, nothing.stderr.split(' ').slice(0, 2)], [0, ['Nothing', 'fits.']]);
    const away = await command('search', 'x', '--from', 'http://127.0.0.1:9');
    assert.equal(away.code, 3);
  });
});
