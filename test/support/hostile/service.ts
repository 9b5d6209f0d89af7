/** The side of services: every command of a tenant, the runner and the report, against every answer that means harm. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, CommandName } from './service-attack.ts';
import { commandIn, layOut, type Recording } from './service-recording.ts';
import { assertForeseen, everythingIn } from './side.ts';

type Run = NonNullable<Parameters<typeof commandIn>[5]>;

/** The secrets that a child of a runner must never see: a token, a lease, or the file of another folder. */
const secret = /atc_[0-9a-z]+_|ev-[0-9a-f]{24}\.\d+\.\d+|id_ed25519/;

/**
 * Lets a command face an attack, or honesty, in a folder of its own.
 * @returns its exit code, and the most memory that it took, where that is known
 * @throws AssertionError
 */
export async function faceOne(
  attack: Attack | undefined,
  command: CommandName,
  { recording, address, run }: { recording: Recording; address: string; run?: Run },
): Promise<number> {
  const what = `${attack?.name ?? 'honesty'}, ${command}`;
  const folder = layOut(recording.files);
  const before = everythingIn(folder);
  const words = recording.words[command]!;
  const outcome = await commandIn(folder, command, words, address, recording.environment, run);
  assertForeseen(outcome, what);
  const after = everythingIn(folder);
  const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(path => before[path] !== after[path])
    .filter(path => !/^(?:work|tmp)(?:\/|$)/.test(path));
  assert.deepEqual(touched, [], what);
  const said = outcome.stdout + outcome.stderr;
  assert.ok(!/atc_[0-9a-z]+_/.test(said), `${what}: a token in ${said}`);
  const spied = join(folder, 'work/spied');
  if (existsSync(spied)) assert.doesNotMatch(readFileSync(spied, 'utf8'), secret, what);
  if (attack?.touches.includes(command)) {
    assert.notEqual(outcome.code, 0, `${what}: it was believed\n${said}`);
    assert.match(said, attack.says, what);
    // What is kept or exported is written when all of it held.
    for (const kept of ['saved', 'exported', 'pages'])
      assert.ok(!existsSync(join(folder, 'work', kept)), what);
  }
  if (!attack) assert.equal(outcome.code, 0, `${what}: ${said}`);
  return (outcome as { peakBytes?: number }).peakBytes ?? 0;
}
