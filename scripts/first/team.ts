/** How each of the three organisations works on a defect: which roles are asked in which order, and what their programs run. */

import { unlessThrown } from '#document/text/unless-thrown.ts';
import type { Defect } from './defect/defect.ts';
import { failuresOf } from './sandbox.ts';
import { givenOf } from './suite.ts';

/** Asks the model in a role, given the works that the role reads. Returns the works that it writes. */
type Ask = (role: string, works: Record<string, string>) => Promise<string>;

/** Works on a defect. Returns the program that the organisation hands over; an empty text if there is none. */
type Work = (ask: Ask, defect: Defect) => Promise<string>;

/** The most rounds of patches that each of the two teams may make. */
const rounds = 2;

/** The functions that work on a defect, by the name of the organisation in the catalog. The first is the control. */
export const organisations = {
  async 'solo-coder'(ask, defect) {
    const { task, repository } = givenOf(defect);
    return programIn(await ask('coder', { task: task!, repository: repository! }));
  },
  /** Makes five independent patches. Of those that pass the tests, chooses the most frequent, and then the shortest. */
  async 'localise-repair-validate'(ask, defect) {
    const { issue, locations, tests } = await prepared(ask, defect);
    let log: Record<string, string> = {};
    for (let round = 0; round < rounds; round += 1) {
      const { passing, failing } = await patched(ask, defect, 5, tests, { issue, locations, ...log });
      const votes = (code: string) => passing.filter(each => each === code).length;
      const [chosen] = passing.toSorted((a, b) => votes(b) - votes(a) || a.length - b.length);
      if (chosen !== undefined) return chosen;
      log = { 'failing-log': failing };
    }
    return '';
  },
  /**
   * Makes three patches. A reviewer judges those that pass, and a refusal counts only if the reviewer's test fails on the patch.
   */
  async 'repair-crew'(ask, defect) {
    const { issue, locations, tests, repository } = await prepared(ask, defect);
    let log: Record<string, string> = {};
    for (let round = 0; round < rounds; round += 1) {
      const read = { issue, locations, repository, ...log };
      const { passing, failing } = await patched(ask, defect, 3, tests, read);
      const candidates = [...new Set(passing)];
      log = { feedback: failing || 'The reviewer refused every patch, with tests that fail on it.' };
      if (candidates.length === 0) continue;
      const shown = candidates.map((code, at) => `## Patch ${at}\n\n\`\`\`js\n${code}\n\`\`\``).join('\n\n');
      const review = await ask('reviewer', { issue, repository, 'blind-patches': shown });
      for (const [at, code] of candidates.entries()) if (!(await isRefused(review, at, code))) return code;
    }
    return '';
  },
} satisfies Record<string, Work>;

/** Asks for the place of the defect and for tests, and keeps the tests that fail on the defective program. */
async function prepared(ask: Ask, defect: Defect) {
  const { issue = '', repository = '' } = givenOf(defect);
  const locations = await ask('localiser', { issue, repository });
  const written = testsIn(await ask('reproducer', { issue, locations, repository }));
  const failures = await failuresOf(defect.code, written);
  return { issue, repository, locations, tests: written.filter((_, at) => failures[at] !== '') };
}

/** Asks several repairers for patches. Returns the programs that pass, and for each of the others its first failing test. */
async function patched(
  ask: Ask,
  defect: Defect,
  count: number,
  reproduction: readonly string[],
  works: Record<string, string>,
) {
  const tests = [...defect.shown, ...reproduction];
  const patches = await Promise.all(Array.from({ length: count }, () => ask('repairer', works)));
  const passing: string[] = [];
  const log: string[] = [];
  for (const [index, patch] of patches.entries()) {
    const code = programIn(patch);
    const failures = await failuresOf(code, tests);
    const at = failures.findIndex(failure => failure !== '');
    if (at < 0) passing.push(code);
    else log.push(`Patch ${index + 1}: ${tests[at]}: ${failures[at]}`);
  }
  return { passing, failing: log.join('\n') };
}

async function isRefused(review: string, at: number, code: string): Promise<boolean> {
  const found = itemsIn(review).find(({ patch }) => patch === at);
  if (found?.verdict !== 'refuse') return false;
  return (await failuresOf(code, testsIn(String(found.test)))).some(failure => failure !== '');
}

/** Returns the objects of a JSON list within a text; an empty list if the text has no such list. */
function itemsIn(work: string): Record<string, unknown>[] {
  const items = unlessThrown(() => JSON.parse(work.slice(work.indexOf('['), work.lastIndexOf(']') + 1)));
  return Array.isArray(items) ? items.filter(item => typeof item === 'object' && item !== null) : [];
}

/**
 * Returns the program in what a model wrote: the first block of code in the field `diff` of its first JSON item, or else in the
 * whole text; all of that field or text if it has no block.
 */
function programIn(work: string): string {
  const text = String(itemsIn(work)[0]?.diff ?? work);
  return /```\w*\n([\s\S]*?)\n```/.exec(text)?.[1] ?? text;
}

/** Returns the tests in a text, one on each line, whether in Markdown or in the texts of JSON items. */
const testsIn = (work: string): string[] =>
  [work, ...itemsIn(work).map(({ text }) => String(text))]
    .flatMap(text => text.split('\n'))
    .map(line => line.trim())
    .filter(line => /^(?!["`{[]).*\bsame\(.*\);?$/.test(line));
