/**
 * A simulated model. It says nothing about any real one: it writes a right patch with a stated chance, and otherwise a patch that
 * only looks right. How teams use these patches is real: their programs run the tests, and the tests decide.
 */
import { sha256Hex } from '#document/text/digest.ts';
import type { Defect } from './defect/defect.ts';
import { inputOf, instructionsOf, type Model, type Question } from './play.ts';

/** The chance that a patch is right, for defects of each level, from the easiest, 1, to the hardest, 6. */
const patchChances = [0.95, 0.9, 0.8, 0.65, 0.5, 0.35];
/** The share of cases on which all patches are right, or all are wrong, however often the model tries. */
const alike = 0.5;
/** The chance that tests written for a case find a patch that only looks right. */
const testChance = 0.75;
/** The chance that a reviewer recognizes a patch that only looks right. A reviewer refuses one right patch in ten. */
const reviewChance = 0.7;
const falseRefusal = 0.1;

/** The milliseconds of a call and of each token. They are fixed, so that costs and times are equal in every run. */
const [millisecondsPerCall, millisecondsPerToken] = [800, 12];
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Returns a number from 0 to 1 for some words, which is always the same for these words. */
const luckOf = (...words: readonly (string | number)[]): number =>
  Number.parseInt(sha256Hex(words.join(' ')).slice(0, 12), 16) / 16 ** 12;

/** Makes the simulated model from a seed. */
export const scriptedModel = (seed: number): Model => ({
  answer: async (question, count) => {
    const answer = answerOf(question, seed);
    count(tokensOf(instructionsOf(question) + inputOf(question)), tokensOf(answer));
    return answer;
  },
  elapsed: (calls, tokens) => calls * millisecondsPerCall + tokens * millisecondsPerToken,
});

const repaired = ({ code, from }: Defect, by: string): string => code.replace(from, () => by);

function answerOf({ team, role, works, defect, count }: Question, seed: number): string {
  const { id, level, code, from, right, wrong, shown, hidden } = defect;
  const luck = (what: string) => luckOf(seed, team.name, id, role.id, count, what);
  switch (role.id) {
    case 'coder':
    case 'repairer': {
      const chance = luckOf(seed, id, 'alike') < alike ? luckOf(seed, id, 'patch') : luck('patch');
      const isRight = chance < patchChances[level - 1]!;
      return `\`\`\`js\n${repaired(defect, isRight ? right : wrong)}\n\`\`\``;
    }
    case 'localiser':
      return JSON.stringify([{ file: 'program.js', quote: from, code, reason: 'It does what is reported.' }]);
    case 'reproducer':
      return (luck('test') < testChance ? hidden : shown).join('\n');
    default: {
      const patches = works['blind-patches']!.split(/^## Patch \d+$/m).slice(1);
      const items = patches.map((text, patch) => {
        const chance = text.includes(repaired(defect, right)) ? falseRefusal : reviewChance;
        const isRefused = luck(`review ${patch}`) < chance;
        return { patch, verdict: isRefused ? 'refuse' : 'accept', test: isRefused ? hidden.join('\n') : '' };
      });
      return JSON.stringify(items);
    }
  }
}
