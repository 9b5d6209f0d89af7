import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { profileLines, sharesOf } from '../../../scripts/bench/profile.ts';
import { temporaryFolder } from '../../support/folder.ts';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 9 });

const profile = {
  nodes: [
    { id: 1, callFrame: frame('(idle)') },
    { id: 2, callFrame: frame('send', 'file:///server/http/head.ts') },
    { id: 3, callFrame: frame('', 'file:///server/app.ts') },
    // The same function, called from elsewhere.
    { id: 4, callFrame: frame('send', 'file:///server/http/head.ts') },
  ],
  samples: [1, 2, 3, 4, 1],
  timeDeltas: [500, 30, 40, 30, 500],
};

test('functions share the busy time, whoever called them, and waiting is left out', () => {
  assert.deepEqual(sharesOf(profile), [
    ['send head.ts:10', 0.6],
    ['(anonymous) app.ts:10', 0.4],
  ]);
});

test('the lines are those of the longest profile, for others may be of helpers', context => {
  const folder = temporaryFolder(context);
  assert.deepEqual(profileLines(folder), []);
  writeFileSync(join(folder, 'short.cpuprofile'), '{}');
  writeFileSync(join(folder, 'long.cpuprofile'), JSON.stringify(profile));
  const [title, ...lines] = profileLines(folder);
  assert.match(title!, /long\.cpuprofile/);
  assert.deepEqual(lines, [' 60.0 %  send head.ts:10', ' 40.0 %  (anonymous) app.ts:10']);
});
