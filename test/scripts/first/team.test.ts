/** How the organisations of the first evaluation work: who is asked, and what their programs make of the answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defects } from '../../../scripts/first/defect/defect.ts';
import { organisations } from '../../../scripts/first/team.ts';

const defect = defects[0]!;
const repaired = (by: string) => defect.code.replace(defect.from, () => by);
const [right, wrong] = [repaired(defect.right), repaired(defect.wrong)];
const block = (code: string) => `\`\`\`js\n${code}\n\`\`\``;

/** Answers by role, the last of them again and again. */
function scripted(answers: Record<string, string[]>) {
  const asked: string[] = [];
  const ask = async (role: string): Promise<string> => {
    asked.push(role);
    const left = answers[role]!;
    return left.length > 1 ? left.shift()! : left[0]!;
  };
  return { ask, asked };
}

const before = { localiser: ['[]'], reproducer: [defect.shown.join('\n')] };

test('localise-repair-validate hands over the patch that most agree on, of those that pass', async () => {
  const repairer = [block(defect.code), block(wrong), JSON.stringify([{ diff: block(right) }]), block(right)];
  const { ask, asked } = scripted({ ...before, repairer });
  assert.equal(await organisations['localise-repair-validate'](ask, defect), right);
  assert.deepEqual(asked, ['localiser', 'reproducer', ...Array(5).fill('repairer')]);
});

test('repair-crew sends back what its reviewer refuses with a test that fails, and counts no other refusal', async () => {
  const refusal = (of: string) => JSON.stringify([{ patch: 0, verdict: 'refuse', test: of }]);
  const repairer = [block(wrong), block(wrong), block(wrong), block(right)];
  const reviewer = [refusal(defect.hidden.join('\n')), refusal(defect.shown[0]!)];
  const { ask, asked } = scripted({ ...before, repairer, reviewer });
  assert.equal(await organisations['repair-crew'](ask, defect), right);
  const round = [...Array(3).fill('repairer'), 'reviewer'];
  assert.deepEqual(asked, ['localiser', 'reproducer', ...round, ...round]);
});

test('a team ends without a patch after two rounds in which none passes', async () => {
  const { ask, asked } = scripted({ ...before, repairer: ['I cannot.'] });
  assert.equal(await organisations['repair-crew'](ask, defect), '');
  assert.equal(asked.length, 8);
});
