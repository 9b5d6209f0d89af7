/**
 * The measures that use receipts and run summaries share: tests, tokens and time, with their bounds and the rules between them
 * (docs/use-tickets.md#11, docs/evaluations.md#20).
 */
import type { z } from 'zod';
import { count } from '../kind/field.ts';
import type { UnplacedFault } from '../text/fault.ts';

/** The condition of the outcome `pass`, in words. */
export const passRule = '`pass` requires `tests_ran` above 0 and `tests_passed` equal to it';

export const testsRan = count(1e9, 'tests').meta({
  description: 'The number of tests or checks that ran.',
  examples: [12],
});

export const testsPassed = count(1e9, 'tests').meta({
  rules: 'whole number 0 to 1000000000, at most `tests_ran`',
  description: 'The number of tests or checks that passed.',
  examples: [12],
});

/**
 * Makes the schema of a number that may be unknown. The field itself is required, and `null` means that nothing was counted.
 */
function orNull(number: z.ZodInt) {
  const { rules, unit } = number.meta() as { rules: string; unit: string };
  return number.nullable().meta({ rules: `${rules}, or \`null\``, unit });
}

export const tokens = orNull(count(1e12, 'tokens'));
/** The schema of a number of milliseconds: at most those of 31 days, or null. */
export const milliseconds = orNull(count(2678400000, 'milliseconds'));

/**
 * Returns a fault if more tests passed than ran, and if the outcome is `pass` although not all of at least one test passed. Reads
 * only fields that are well-formed by themselves, so it may run together with the rules of fields.
 * @param others the outcomes to report in place of a wrong `pass`
 */
export function checkTests(value: Record<string, unknown>, others: string): UnplacedFault[] {
  const { outcome, tests_ran: ran, tests_passed: passed } = value;
  if (typeof ran !== 'number' || typeof passed !== 'number') return [];
  const unplaced: UnplacedFault[] = [];
  if (passed > ran) {
    const message = `\`tests_passed\` is ${passed}, but only ${ran} ran.`;
    unplaced.push({ path: ['tests_passed'], rule: 'tests', message, help: 'Count each test once.' });
  }
  if (outcome === 'pass' && !(ran > 0 && passed === ran)) {
    const message = `\`outcome\` is pass with ${passed} of ${ran} tests passed; expected at least one test and none failed.`;
    unplaced.push({ path: ['outcome'], rule: 'pass-needs-tests', message, help: `Report ${others}.` });
  }
  return unplaced;
}
