/** A run summary: the outcome of one assignment, in numbers (docs/evaluations.md#20). */
import { z } from 'zod';
import { count, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { leaseId } from './assignment.ts';
import { mostAttempts } from './best-of.ts';

import { importedLog } from './imported-log.ts';
import { checkTests, milliseconds, passRule, testsPassed, testsRan, tokens } from './measure.ts';

export const runOutcomes = ['pass', 'partial', 'fail', 'error'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

const runSources = ['runner', 'imported'] as const;

export const runSummary = defineKind({
  kind: 'run_summary',
  form: 'message',
  description: 'The outcome of one run, in fields without free text.',
  fields: {
    lease: leaseId.meta({ description: 'The lease under which the run was made.' }),
    outcome: z.enum(runOutcomes).meta({
      rules: passRule,
      description: 'The outcome. `error` means that the run itself broke; it counts as not passed.',
      examples: ['pass'],
    }),
    tests_ran: testsRan,
    tests_passed: testsPassed,
    input_tokens: tokens.meta({
      description: 'Input tokens of all roles together; `null` when unknown, never a guessed 0.',
      examples: [184000],
    }),
    output_tokens: tokens.meta({
      description: 'Output tokens of all roles together; `null` when unknown, never a guessed 0.',
      examples: [9100],
    }),
    elapsed_milliseconds: milliseconds.meta({
      description: 'Wall-clock time; `null` when unknown.',
      examples: [412000],
    }),
    checked_steps: count(1e9)
      .optional()
      .meta({
        rules: 'whole number 0 to 1000000000; with `deviations` only',
        description:
          'Turns, messages and tool calls of the run that were checked against its formation. Absent, or 0, where nobody can tell.',
        examples: [14],
      }),
    deviations: count(1e9)
      .optional()
      .meta({
        rules: 'whole number 0 to 1000000000; with `checked_steps` only',
        description:
          'The number of deviations from the formation, such as an undeclared edge or too many rounds; 0 if there are none, or no checked steps.',
        examples: [0],
      }),
    best_of: z
      .strictObject({
        attempts: count(mostAttempts, 'attempts', 2).meta({
          description: 'The number of attempts that were made.',
        }),
        passed: count(mostAttempts, 'attempts').meta({
          description: 'The number of attempts that would have passed, whether chosen or not.',
        }),
      })
      .optional()
      .meta({
        rules: 'only of a lock with `best_of`',
        description: 'The attempts from which one was chosen. Tokens and time are the sums over all.',
      }),
    source: z
      .enum(runSources)
      .optional()
      .meta({
        rules: '`imported` requires `started_at`',
        description:
          'runner, when absent: the result was made under this lease; imported: it existed before, in a file.',
        examples: ['imported'],
      }),
    started_at: time.optional().meta({
      rules: 'RFC 3339 in UTC with seconds, not in the future; with `source: imported` only',
      description: 'The time at which an imported run began. The service cannot check this claim.',
    }),
    log: importedLog.optional().meta({
      rules: 'with `source: imported` only',
      description:
        'What the log of an imported run says of itself and of its scorer. A field that is absent is unknown.',
    }),
  },
});

export type RunSummary = z.infer<typeof runSummary.fields>;

/**
 * Returns the faults between the fields of a summary, by the rules of a receipt, and in its times, compared with the clock.
 * @param now the time of the service, in the form of fields
 */
export const checkRunSummary = (value: Record<string, unknown>, now: string): UnplacedFault[] => [
  ...checkTests(value, 'partial, fail or error'),
  ...checkStart(value, now),
  ...checkLog(value),
  ...checkSteps(value),
  ...checkAttempts(value),
];

function checkSteps({ checked_steps: steps, deviations }: Record<string, unknown>): UnplacedFault[] {
  if ((steps === undefined) === (deviations === undefined) && !(steps === 0 && deviations !== 0)) return [];
  const help = 'Send both, with 0 and 0 where nobody can tell, or neither.';
  const message = '`checked_steps` and `deviations` do not fit together.';
  return [{ path: ['deviations'], rule: 'steps', message, help }];
}

function checkAttempts({ outcome, best_of: own }: Record<string, unknown>): UnplacedFault[] {
  const { attempts, passed } = (own ?? {}) as { attempts?: unknown; passed?: unknown };
  if (typeof attempts !== 'number' || typeof passed !== 'number') return [];
  const least = outcome === 'pass' ? 1 : 0;
  const most = outcome === 'pass' ? attempts : attempts - 1;
  if (passed >= least && passed <= most) return [];
  const message = `\`passed\` is ${passed} of ${attempts} attempts, but the chosen attempt is ${outcome}.`;
  const help = `With this outcome it is ${least} to ${most}.`;
  return [{ path: ['best_of', 'passed'], rule: 'best-of', message, help }];
}

function checkLog({ source, log }: Record<string, unknown>): UnplacedFault[] {
  if (log === undefined || source === 'imported') return [];
  const message = 'Only an imported run has a log.';
  return [{ path: ['log'], rule: 'log-of-import', message, help: 'Remove it, or add `source: imported`.' }];
}

function checkStart(
  { source, started_at: startedAt }: Record<string, unknown>,
  now: string,
): UnplacedFault[] {
  const complain = (rule: string, message: string, help: string) => [
    { path: ['started_at'], rule, message, help },
  ];
  if (source === 'imported' && startedAt === undefined)
    return complain('import-needs-start', 'An imported run has no `started_at`.', 'Say when it began.');
  if (source !== 'imported' && startedAt !== undefined)
    return complain(
      'start-of-import',
      'Only an imported run says when it began. The lease says it for other runs.',
      'Remove it, or add `source: imported`.',
    );
  if (typeof startedAt !== 'string' || !time.safeParse(startedAt).success || startedAt <= now) return [];
  return complain('future', `\`started_at\` is after now, ${now}.`, 'Check the clock and the time zone.');
}
