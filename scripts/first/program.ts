/** The programs of the two teams: they run tests on patches, and choose by the rules that the starters state. */

import type { Defect } from './defect/defect.ts';
import { applyDiff } from './patch.ts';
import type { Answer, Turn } from './run/team.ts';
import type { Sandbox } from './sandbox.ts';

type Performer = (turn: Turn) => Promise<Answer>;

/** A patch that applies, with the program that it makes. */
interface Candidate {
  diff: string;
  code: string;
}

/** The programs by the role that they perform, for one run of a team. */
export const performersOf = (defect: Defect, sandbox: Sandbox): Readonly<Record<string, Performer>> => ({
  selector: selectorOf(defect, sandbox),
  gate: gateOf(defect, sandbox),
});

/** localise-repair-validate: keeps the patches that pass, and takes the one that most agree on, then the smallest. */
function selectorOf(defect: Defect, sandbox: Sandbox): Performer {
  let seen = 0;
  let rounds = 0;
  return async ({ works, channels }) => {
    const fresh = diffsIn(works.patches?.slice(seen) ?? []);
    seen = works.patches?.length ?? 0;
    rounds += 1;
    const reproduction = await failingTests(defect, sandbox, works.reproduction?.at(-1) ?? '');
    const { passing, log } = await tried(defect, sandbox, fresh, reproduction);
    const chosen = mostCommon(passing);
    if (chosen) {
      const text = `# Patch\n\n\`\`\`diff\n${chosen.diff}\n\`\`\`\n\n# Reproduction\n\npasses\n\n# Regression tests\n\npass`;
      return { works: [{ name: 'chosen-patch', text }], messages: [], stop: 1 };
    }
    const failing = { name: 'failing-log', text: log };
    if (rounds > 1) return { works: [failing], messages: [], stop: 2 };
    const again = { to: channels.find(each => each.endsWith(' repairer'))!, text: 'No patch passes.' };
    return { works: [failing], messages: Array.from({ length: 5 }, () => again), stop: null };
  };
}

/** repair-crew: tests patches, has the passing ones judged, and counts a refusal only if its counterexample fails. */
function gateOf(defect: Defect, sandbox: Sandbox): Performer {
  let [seen, judged, rounds] = [0, 0, 0];
  let candidates: Candidate[] = [];
  const ending = (patch: Candidate | undefined): Answer => {
    const text = `# Patch\n\n\`\`\`diff\n${patch?.diff ?? ''}\n\`\`\`\n\n# Test results\n\nrun\n\n# Review\n\ndone`;
    return { works: [{ name: 'handover', text }], messages: [], stop: patch ? 1 : 2 };
  };
  const again = (channels: readonly string[], log: string): Answer => {
    if (rounds > 1) return ending(undefined);
    const message = {
      to: channels.find(each => each.endsWith(' repairer'))!,
      text: 'No patch was accepted.',
    };
    return {
      works: [{ name: 'feedback', text: log }],
      messages: Array.from({ length: 3 }, () => message),
      stop: null,
    };
  };
  return async ({ works, channels }) => {
    const reviews = works.review ?? [];
    if (reviews.length > judged && candidates.length > 0) {
      judged = reviews.length;
      const refused = await upheld(reviews.at(-1)!, candidates, sandbox);
      const accepted = candidates.find((_, index) => !refused.has(index));
      candidates = [];
      return accepted ? ending(accepted) : again(channels, 'The reviewer refused every patch, with tests.');
    }
    const fresh = diffsIn(works.patches?.slice(seen) ?? []);
    seen = works.patches?.length ?? 0;
    rounds += 1;
    const reproduction = await failingTests(defect, sandbox, works.reproduction?.at(-1) ?? '');
    const { passing, log } = await tried(defect, sandbox, fresh, reproduction);
    if (passing.length === 0) return again(channels, log);
    candidates = distinct(passing);
    const blind = candidates.map(({ diff }, index) => `## Patch ${index}\n\n\`\`\`diff\n${diff}\n\`\`\``);
    const reviewer = channels.find(each => each.endsWith(' reviewer'))!;
    return {
      works: [{ name: 'blind-patches', text: blind.join('\n\n') }],
      messages: [{ to: reviewer, text: 'Judge these patches.' }],
      stop: null,
    };
  };
}

/** The tests in a work that fail on the program as it is: a test that passes there reproduces nothing. */
async function failingTests(defect: Defect, sandbox: Sandbox, work: string): Promise<string[]> {
  const tests = testsIn(work);
  const failures = await sandbox.run(defect.code, tests);
  return tests.filter((_, index) => failures[index] !== '');
}

/** One test a line, in Markdown or in the texts of a JSON list. */
function testsIn(work: string): string[] {
  let text = work;
  try {
    const items = JSON.parse(work) as { text?: string }[];
    text = items.map(item => item.text ?? '').join('\n');
  } catch {
    // It is Markdown.
  }
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => /\bsame\(.*\);?$/.test(line) && !line.startsWith('`'));
}

/** The diffs in works, each a diff in Markdown or a JSON list of items with one. */
function diffsIn(works: readonly string[]): string[] {
  return works.flatMap(work => {
    try {
      return (JSON.parse(work) as { diff?: string }[]).map(({ diff = '' }) => diff);
    } catch {
      return [work];
    }
  });
}

async function tried(
  defect: Defect,
  sandbox: Sandbox,
  diffs: readonly string[],
  reproduction: readonly string[],
): Promise<{ passing: Candidate[]; log: string }> {
  const passing: Candidate[] = [];
  const log: string[] = [];
  for (const [index, diff] of diffs.entries()) {
    const code = applyDiff(defect.code, diff);
    const tests = [...defect.shown, ...reproduction];
    const failures = code === undefined ? ['It does not apply.'] : await sandbox.run(code, tests);
    const first = failures.findIndex(failure => failure !== '');
    if (first < 0) passing.push({ diff, code: code! });
    else log.push(`Patch ${index + 1}: ${tests[first] ?? ''}: ${failures[first]}`);
  }
  return { passing, log: log.join('\n') };
}

const distinct = (candidates: readonly Candidate[]): Candidate[] =>
  [...new Map([...candidates].reverse().map(each => [each.code, each])).values()].reverse();

function mostCommon(candidates: readonly Candidate[]): Candidate | undefined {
  const votes = ({ code }: Candidate) => candidates.filter(each => each.code === code).length;
  return [...candidates].sort((a, b) => votes(b) - votes(a) || a.diff.length - b.diff.length)[0];
}

/** The places of the patches that were refused with a test which fails on them. */
async function upheld(
  review: string,
  candidates: readonly Candidate[],
  sandbox: Sandbox,
): Promise<Set<number>> {
  const refused = new Set<number>();
  for (const { patch, verdict, test } of JSON.parse(review) as {
    patch: number;
    verdict: string;
    test: string;
  }[]) {
    const own = candidates[patch];
    const tests = testsIn(test);
    if (verdict !== 'refuse' || own === undefined || tests.length === 0) continue;
    if ((await sandbox.run(own.code, tests)).some(failure => failure !== '')) refused.add(patch);
  }
  return refused;
}
