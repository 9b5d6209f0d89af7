/** The suite `small-defects` in the form in which the service knows it, and the inputs of a team for a case. */
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { messageOf } from '../runner/client.ts';
import { type Defect, defects } from './defect/defect.ts';

export const taskClass = 'coding.bug_fix';

/** Returns the digest of a case: of its program, its report and its tests, without the patch that repairs it. */
const digestOf = ({ id, level, report, code, shown, hidden }: Defect): string =>
  digestField(sha256Hex(JSON.stringify({ id, level, report, code, shown, hidden })));

/** Writes the suite document of some cases. */
export const suiteText = (cases: readonly Defect[]): string =>
  messageOf('suite', {
    title: 'Small defects',
    description: `${cases.length} programs with one defect each, in six levels; programs decide.`,
    name: 'small-defects',
    version: '1.0.0',
    task_class: taskClass,
    cases: cases.map(each => ({ id: each.id, digest: digestOf(each) })),
  });

/**
 * Returns the case of an assignment.
 * @throws Error when this copy of the suite has another case with that id
 */
export function defectOf(id: string, digest: string): Defect {
  const found = defects.find(each => each.id === id);
  if (found !== undefined && digestOf(found) === digest) return found;
  throw new Error(
    `The case ${id} is not in this copy of the suite. Use the version of the suite that the plan names.`,
  );
}

const block = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;

/** Writes the files of a case, and explains what a test is. */
const repositoryOf = ({ code, shown }: Defect): string =>
  [
    '`program.js`:',
    block(code),
    '`test.js`, one test a line, each a statement that calls `same(actual, expected)` once:',
    block(shown.join('\n')),
    'Tests are run one by one, without modules or files.',
  ].join('\n\n');

/** Returns the inputs of a team, under every name that starters use for them. */
export const givenOf = (defect: Defect): Record<string, string> => ({
  task: `Fix this defect of \`program.js\`: ${defect.report}`,
  issue: defect.report,
  repository: repositoryOf(defect),
});
