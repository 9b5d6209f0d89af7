/** Two tenants for the isolation tables: what one of them has, and every request in which the other could name it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Door } from '#document/message/door.ts';
import {
  type Asking,
  claim,
  type EvaluationSetting,
  message,
  planOf,
  registerAll,
  runAll,
  startPlan,
  summary,
  T,
} from './evaluation.ts';
import type { Answer } from './server.ts';
import { fields, formationText, get, issue, lockText, post, type TestCredential } from './tenant.ts';

/** The belongings of a tenant, each by a name; and the same names with ids of the same form that nobody has. */
export type Belongings = Readonly<Record<(typeof digestNames)[number] | 'job' | 'lease', string>>;
const digestNames = ['formation', 'lock', 'suite', 'profile', 'plan', 'evidence', 'recommendation'] as const;

const hex = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** Ids that nobody has, the same for each word. */
export function nobodys(word: string): Belongings {
  const digests = digestNames.map(name => [name, `sha256:${hex(`${word} ${name}`, 64)}`]);
  const job = `ev-${hex(word, 24)}`;
  return { ...(Object.fromEntries(digests) as Belongings), job, lease: `${job}.1.1` };
}

/** Lets the tenant of a setting have one thing of every kind, and a run that is leased. */
export async function furnish(setting: Asking): Promise<Belongings> {
  const { server, tenant } = setting;
  const known = await registerAll(setting, { cases: 2 });
  const done = await startPlan(setting, planOf(known));
  await runAll(setting, () => true);
  const { snapshot } = fields(await get(server, `${T}/evaluations/${done}.md`, tenant));
  const question = message('recommendation_request', `profile: ${known.profile}`);
  const { recommendation } = fields(await post(server, `${T}/recommendations`, question, tenant, sharedKey));
  const job = await startPlan(setting, planOf(known, { seed: 2 }));
  const { lease, lock, formation } = await claim(setting, setting.runner);
  const { plan_digest } = fields(
    await post(server, `${T}/evaluation-plans`, planOf(known, { seed: 3 }), tenant),
  );
  const digests = { formation, lock, suite: known.suite, profile: known.profile, plan: plan_digest };
  return { ...digests, evidence: snapshot, recommendation, job, lease } as Belongings;
}

/** A key that both tenants use. */
export const sharedKey = 'the key of both';

export interface Intruder {
  tenantId: string;
  /** Every scope. */
  credential: TestCredential;
  runner: TestCredential;
  /** A formation and a lock of its own, which a document has to name next to what is not its own. */
  formation: string;
  lock: string;
}

/** A tenant that has little of its own. */
export async function intrude({ server, store }: EvaluationSetting, tenantId: string): Promise<Intruder> {
  const credential = await issue(store, tenantId);
  const runner = await issue(store, tenantId, [], { runner: true });
  const own = async (route: string, text: string) =>
    String(fields(await post(server, `/v1/tenants/${tenantId}/${route}`, text, credential)).digest);
  const formation = await own('formations', formationText('own'));
  return { tenantId, credential, runner, formation, lock: await own('execution-locks', lockText(formation)) };
}

/** A body that names what another tenant has, by what in it does. */
type Naming = Readonly<Record<string, (its: Belongings) => string>>;

const withLine = (text: string, line: string) => text.replace('description:', `${line}\ndescription:`);

/** For each route that changes something, every place of its body where an id may be. */
export function namings(
  { formation, lock }: Intruder,
  texts: Readonly<Record<string, string>>,
): Record<string, Naming> {
  const supersedes = (text: string, name: keyof Belongings): Naming => ({
    supersedes: its => withLine(text, `supersedes: ${its[name]}`),
  });
  const everyDigest = (make: (digest: string) => string): Naming =>
    Object.fromEntries(digestNames.map(name => [name, its => make(its[name])]));
  const plan = (suite: string, locks: readonly string[], control?: string) =>
    message(
      'evaluation_plan',
      'title: A plan',
      'description: Of another.',
      `suite: ${suite}`,
      `locks: [${locks.join(', ')}]`,
      ...(control === undefined ? [] : [`control: ${control}`]),
      'repetitions: 1',
      'seed: 1',
    );
  const asked = (named: Readonly<Record<string, string>>) =>
    message(
      'question',
      ...['title: A question', 'description: Of another.', 'task_class: coding.bug_fix'],
      ...Object.entries({ suite: lock, teams: `[${lock}]`, control: formation, ...named }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
    );
  const adoption = (field: string, digest: string) =>
    message('adoption', `${field}: ${digest}`, 'outcome: adopted', 'reason_code: policy', 'date: 2026-11-21');
  return {
    formations: supersedes(formationText('intruder'), 'formation'),
    'execution-locks': {
      ...supersedes(lockText(formation, 'intruder'), 'lock'),
      ...everyDigest(digest => lockText(digest)),
    },
    'workload-profiles': supersedes(texts.profile!, 'profile'),
    suites: supersedes(texts.suite!, 'suite'),
    questions: {
      suite: its => asked({ suite: its.suite }),
      teams: its => asked({ teams: `[${its.lock}]` }),
      control: its => asked({ control: its.lock }),
      profile: its => asked({ profile: its.profile }),
    },
    recommendations: everyDigest(digest => message('recommendation_request', `profile: ${digest}`)),
    'evaluation-plans': {
      suite: its => plan(its.suite, [lock]),
      locks: its => plan(its.suite, [its.lock, lock]),
      control: its => plan(its.suite, [lock], its.lock),
      kinds: its => plan(its.plan, [its.evidence, its.formation]),
    },
    evaluations: everyDigest(digest => message('evaluation_start', `plan: ${digest}`)),
    'evaluations/{job}/cancel': { path: () => message('evaluation_cancel') },
    'runner/claims': { queue: () => message('runner_claim') },
    'runner/heartbeats': { lease: its => message('heartbeat', `lease: ${its.lease}`) },
    runs: { lease: its => summary(its.lease, true) },
    adoptions: {
      recommendation: its => adoption('recommendation', its.recommendation),
      formation: its => adoption('formation', its.formation),
      lock: its => adoption('formation', its.lock),
      kinds: its => adoption('recommendation', its.evidence),
    },
  };
}

/** The path of a route for a tenant and the ids that it names. */
export const pathOf = (
  { path }: Pick<Door, 'path'>,
  tenantId: string,
  its: Belongings,
  digest = its.formation,
) => path.replace('{tenant}', tenantId).replace('{digest}', digest.slice(7)).replace('{job}', its.job);

/** Reduces an answer to its content, apart from the names in the request itself. */
export function told({ status, headers, body }: Answer, ...ids: readonly string[]): unknown {
  const { date: _, ratelimit: __, 'request-id': id, etag, 'repr-digest': digest, ...others } = headers;
  const hidden = (text: string) =>
    ids
      .reduce((rest, id) => rest.replaceAll(id, '~'), text)
      .replace(/request_id: \S+|(?:path|canonical_url): .*/g, '~')
      .replace(/sha256:[0-9a-f]{64}|\b[0-9a-f]{64}\b|ev-[0-9a-f]{24}/g, '~');
  const kept = Object.entries(others).map(([name, value]) => [name, hidden(String(value))]);
  return {
    status,
    headers: kept,
    present: [id, etag, digest].map(Boolean),
    body: hidden(body.toString('utf8')),
  };
}

/**
 * Asserts that an answer names none of the ids that a tenant has.
 * @param sent what the request named itself
 */
export function assertTellsNothing(ids: readonly string[], answer: Answer, ...sent: readonly string[]): void {
  const text = answer.body.toString('utf8') + JSON.stringify(answer.headers);
  const heard = ids
    .map(id => id.replace('sha256:', ''))
    .filter(id => text.includes(id) && !sent.some(named => named.includes(id)));
  assert.deepEqual(heard, [], text);
}
