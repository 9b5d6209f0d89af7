/**
 * A simulated model. It says nothing about any real one: it writes a right patch with a stated chance, and otherwise one that looks
 * right. What teams make of that is real: their programs run the tests, and the tests decide.
 */
import { sha256Hex } from '#build/text/digest.ts';
import type { Defect } from './defect/defect.ts';
import { applyDiff, diffOf } from './patch.ts';
import type { Model } from './play.ts';
import type { Run } from './run/flow.ts';
import { inputOf, instructionsOf } from './run/prompt.ts';
import type { Answer, Turn } from './run/team.ts';

/** The chance that a patch is right, by level. */
const patchChances = [0.95, 0.9, 0.8, 0.65, 0.5, 0.35];
/** The share of cases that a model can do or not, however often it tries: there all patches are right, or all are wrong. */
const alike = 0.5;
/** The chance that tests written for a case find a patch that only looks right. */
const testChance = 0.75;
/** The chance that a reviewer sees through such a patch. A right one it refuses with one in ten. */
const reviewChance = 0.7;
const falseRefusal = 0.1;

/** What a call takes, so that costs and times are the same each time. */
const [millisecondsPerCall, millisecondsPerToken] = [800, 12];
const charactersPerToken = 4;

/** A number from 0 to 1 for a text, always the same. */
const luckOf = (...words: readonly (string | number)[]): number =>
  Number.parseInt(sha256Hex(words.join(' ')).slice(0, 12), 16) / 16 ** 12;

/** The model, by a seed. */
export function scriptedModel(seed: number): Model {
  const turns = new WeakMap<Run, number>();
  return {
    answer: async (run, turn, defect) => {
      run.spend();
      const count = (turns.get(run) ?? 0) + 1;
      turns.set(run, count);
      const luck = (what: string) => luckOf(seed, run.team.name, defect.id, turn.role.id, count, what);
      const answer = answerOf(turn, defect, luck, seed);
      const said = instructionsOf(run.team, turn).length + inputOf(turn).length;
      run.count(turn, tokensOf(said), tokensOf(JSON.stringify(answer).length));
      return answer;
    },
    elapsed: ({ spent }) => spent.calls * millisecondsPerCall + spent.outputTokens * millisecondsPerToken,
  };
}

const tokensOf = (characters: number): number => Math.ceil(characters / charactersPerToken);

function answerOf(turn: Turn, defect: Defect, luck: (what: string) => number, seed: number): Answer {
  const write = (name: string, text: string) => ({ name, text });
  const passOn = (to: string, count = 1) =>
    Array.from({ length: count }, () => ({ to, text: 'See the works.' }));
  const towards = (role: string, count?: number) =>
    turn.channels.filter(each => each.endsWith(` ${role}`)).flatMap(to => passOn(to, count));
  switch (turn.role.id) {
    case 'coder': {
      const report =
        '# Goal lines\n\nmet\n\n# Tests added\n\none\n\n# Tests run\n\nall\n\n# Open risks\n\nnone';
      return {
        works: [write('patch', patchFor(defect, luck, seed)), write('report', report)],
        messages: [],
        stop: 1,
      };
    }
    case 'localiser': {
      const samples = turn.channels.length === 0 ? 0 : repairersOf(turn);
      return {
        works: [write('locations', JSON.stringify([locationOf(defect)]))],
        messages: [...towards('reproducer'), ...towards('repairer', samples)],
        stop: null,
      };
    }
    case 'reproducer': {
      const tests = luck('test') < testChance ? defect.hidden : defect.shown;
      return {
        works: [write('reproduction', isMarkdown(turn) ? reproduction(tests) : listOf(tests))],
        messages: passOn(turn.channels[0]!),
        stop: null,
      };
    }
    case 'repairer': {
      const diff = patchFor(defect, luck, seed);
      const item = JSON.stringify([{ cause: 'the reported one', diff, outside: [] }]);
      return {
        works: [write('patches', isCrew(turn) ? diff : item)],
        messages: passOn(turn.channels[0]!),
        stop: null,
      };
    }
    default:
      return {
        works: [write('review', reviewOf(turn, defect, luck))],
        messages: towards('gate'),
        stop: null,
      };
  }
}

/** The crew's roles name the history or files that the other team's do not get. */
const isCrew = ({ role }: Turn): boolean => role.reads.includes('feedback');
const isMarkdown = ({ channels }: Turn): boolean => channels[0]!.endsWith(' selector');
const repairersOf = ({ role }: Turn): number => (role.tools.includes('read-history') ? 3 : 5);

function patchFor(defect: Defect, luck: (what: string) => number, seed: number): string {
  const { id, level, code, from, right, wrong } = defect;
  const isAlike = luckOf(seed, id, 'alike') < alike;
  const isRight = (isAlike ? luckOf(seed, id, 'patch') : luck('patch')) < patchChances[level - 1]!;
  return diffOf(code, from, isRight ? right : wrong);
}

const locationOf = ({ code, from }: Defect) => ({
  ...{
    file: 'program.js',
    function: /function (\w+)/.exec(code)?.[1] ?? '',
    first_line: 1,
    quote: from,
    code,
  },
  last_line: code.split('\n').length,
  reason: 'It does what is reported.',
  last_change: 'unknown',
});

const reproduction = (tests: readonly string[]): string =>
  `# Test\n\n\`\`\`js\n${tests.join('\n')}\n\`\`\`\n\n# Failing output\n\nas reported\n\n# Why it is the defect\n\nThe report says so.`;

const listOf = (tests: readonly string[]): string =>
  JSON.stringify([{ file: 'test.js', name: 'reported', text: tests.join('\n'), state: 'fails', output: '' }]);

function reviewOf({ works }: Turn, defect: Defect, luck: (what: string) => number): string {
  const patches = (works['blind-patches']?.at(-1) ?? '').split(/^## Patch \d+$/m).slice(1);
  const solved = defect.code.replace(defect.from, () => defect.right);
  const items = patches.map((text, patch) => {
    const isRight = applyDiff(defect.code, text) === solved;
    const isRefused = luck(`review ${patch}`) < (isRight ? falseRefusal : reviewChance);
    const verdict = isRefused ? 'refuse' : 'accept';
    return {
      patch,
      verdict,
      requirements: ['as reported'],
      traces: [],
      test: isRefused ? defect.hidden.join('\n') : '',
    };
  });
  return JSON.stringify(items);
}
