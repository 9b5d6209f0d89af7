/** Runs the transcripts of evaluations in `http/evaluation/`, on both databases. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { describedFromNow } from '../../../support/described.ts';
import {
  type EvaluationSetting,
  forSuite,
  message,
  planOf,
  type Registered,
  registerAll,
  serveEvaluations,
  summary,
} from '../../../support/evaluation.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { testTranscript } from '../../../support/transcript.ts';

describedFromNow();

const folder = join(import.meta.dirname, 'transcript');

/** Every id consists of these bytes, so that transcripts can state it. */
const sevens = (size: number): Buffer => Buffer.alloc(size, 7);
const job = `ev-${'07'.repeat(12)}`;

/** Returns the texts for names in braces. */
function textsOf(known: Registered, { tenant, runner }: EvaluationSetting): Record<string, string> {
  const plan = planOf(known);
  const declined = ['outcome: declined', 'reason_code: too_expensive', 'date: 2026-11-21'];
  return {
    ...{ acme: tenant.token, runner: runner.token, job, plan, plan_digest: digestField(sha256Hex(plan)) },
    plan_without_control: planOf(known, { control: null }),
    start: message('evaluation_start', `plan: ${digestField(sha256Hex(plan))}`),
    ...{ claim: message('runner_claim'), beat: message('heartbeat', `lease: ${job}.1.1`) },
    ...{ summary_1_1: summary(`${job}.1.1`, true), summary_1_2: summary(`${job}.1.2`, true) },
    ...{ summary_2_1: summary(`${job}.2.1`, false), cancel: message('evaluation_cancel') },
    question: message('recommendation_request', `profile: ${known.profile}`),
    adoption: message('adoption', `formation: ${known.team}`, ...declined),
  };
}

for (const file of readdirSync(folder)) {
  onBothDatabases(`the transcript ${file}`, database => {
    let setting: EvaluationSetting;
    const values = new Map<string, string>();
    forSuite(async context => {
      setting = await serveEvaluations(context, await database.place(), sevens);
      const known = await registerAll(setting, { cases: 1 });
      for (const [name, text] of Object.entries(textsOf(known, setting))) values.set(name, text.trimEnd());
    });
    const act = (what: string) => {
      if (what === 'sixty seconds pass') setting.clock.at += 60;
    };
    describe('reads as', () => testTranscript(join(folder, file), () => setting.server, act, values));
  });
}
