/** The documents of the demonstration: a single agent and two teams with the same budget, their locks, a suite, a profile, a plan. */
import { digestField, sha256Hex } from '#build/text/digest.ts';
import { writeDocument } from '#build/text/front-matter.ts';

const taskClass = 'coding.bug_fix';
const model = 'claude-sonnet-4-5-20250929';
const modelTool = { name: 'run-tests', version: '1.0.0' };

/** A formation with these roles: the first does the task, the others review it in turn. */
export function formationText(name: string, title: string, roles: readonly string[]): string {
  const [worker = '', ...reviewers] = roles;
  const value = {
    schema: 'formation.formation/v0.1',
    kind: 'formation',
    title,
    description: `A candidate of the demonstration with ${roles.length === 1 ? 'one role' : `${roles.length} roles`}.`,
    name,
    publisher: 'demo',
    version: '1.0.0',
    goal: 'Fix one defect and prove it with tests.',
    task_classes: [taskClass],
    patterns: roles.length === 1 ? ['react-loop'] : ['react-loop', 'verifier-gate'],
    entry_role: worker,
    roles: [
      roleOf(
        worker,
        'Finds and fixes the defect.',
        ['run-tests'],
        ['report', ...reviewers.map(reviewOf)],
        ['patch'],
      ),
      ...reviewers.map(role => roleOf(role, 'Judges the patch.', [], ['patch'], [reviewOf(role)])),
    ],
    edges: reviewers.flatMap(role => [
      { from: worker, to: role, kind: 'hands_off' },
      { from: role, to: worker, kind: 'reviews' },
    ]),
    budget: {
      max_agents: roles.length,
      ...(reviewers.length > 0 && { max_rounds: 3 }),
      input_tokens: 400_000,
      output_tokens: 40_000,
      elapsed_milliseconds: 1_800_000,
    },
    stop_conditions: ['All tests pass and nobody objects.'],
    checks: ['A program runs all tests on a clean copy.'],
    falsified_if: 'One agent with the same budget fixes as many.',
    cautions: [],
    sources: [],
  };
  const instructions = roles.map(role => `### ${role}\n\nDo the work of your role.`).join('\n\n');
  return writeDocument(value, `## Instructions\n\n${instructions}`);
}

const reviewOf = (role: string): string => `review-of-${role}`;

const roleOf = (id: string, purpose: string, tools: string[], reads: string[], writes: string[]) => ({
  id,
  purpose,
  model_tier: 'medium',
  tools,
  reads,
  writes,
});

const message = (kind: string, fields: Record<string, unknown>): string =>
  writeDocument({ schema: `formation.${kind}/v0.1`, kind, ...fields }, '');

export const lockText = (title: string, formation: string, roles: readonly string[]): string =>
  message('execution_lock', {
    title,
    description: `${title}, every role pinned.`,
    formation,
    roles: roles.map((id, index) => ({ id, model_id: model, ...(index === 0 && { tools: [modelTool] }) })),
  });

export const suiteText = (cases: number): string =>
  message('suite', {
    title: 'Defects of the demonstration',
    description: `${cases} simulated defects.`,
    name: 'demo-defects',
    version: '1.0.0',
    task_class: taskClass,
    cases: Array.from({ length: cases }, (_, index) => ({
      id: `case-${index + 1}`,
      digest: digestField(sha256Hex(`case ${index + 1}`)),
    })),
  });

export const profileText = (minPassRate: number): string =>
  message('workload_profile', {
    title: 'Nightly fixes',
    description: `At least ${minPassRate} of 100 defects fixed.`,
    task_class: taskClass,
    min_pass_rate: minPassRate,
  });

export const planText = (suite: string, control: string, teams: readonly string[], seed: number): string =>
  message('evaluation_plan', {
    title: 'Is a team worth it?',
    description: 'One agent against two teams at the same budget.',
    suite,
    locks: [control, ...teams],
    control,
    repetitions: 1,
    seed,
    // The teams take two to three times as many tokens, and that is what is asked: whether they are worth it.
    budget_ratio: '3.0000',
  });
