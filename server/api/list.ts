/**
 * The paged lists of a tenant's artifacts, plans, evaluations and adoptions, with the values that the filter `state` of each may
 * have (docs/tenants.md#7).
 */

import { jobStates } from '#document/evaluation/evaluation-job.ts';
import { artifactStatuses } from '#document/kind/artifact-status.ts';
import { adoptionOutcomes } from '#document/message/adoption.ts';
import { index } from '#document/message/index.ts';
import { type IndexItem, planStates } from '#document/message/list.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type {
  Listed,
  ListedAdoption,
  ListedArtifact,
  ListedJob,
  ListedPlan,
  ListedQuestion,
  ListRequest,
} from '../store/listing.ts';
import { rfc3339 } from '../support/time.ts';
import type { Call } from './access.ts';
import { sweepIfDue } from './evaluation.ts';
import { tenantPage } from './page.ts';
import { filterOf } from './query.ts';
import type { Read } from './read.ts';

/** A list of a tenant, by its path. */
interface List {
  /** The kind of the documents in the list. */
  kind: string;
  path: string;
  title: string;
  description: string;
  /** The values that the query parameter `state` may have. */
  states: readonly string[];
  /**
   * Brings the list up to date before it is read, by ending leases that have run out. Absent for a list that is always up to
   * date.
   */
  settle?(call: Call): Promise<void>;
  read(call: Call, request: ListRequest): Promise<Listed<IndexItem>>;
}

const artifactList = (
  kind: string,
  path: string,
  title: string,
  description: string,
  isOlder: 'older' | 'newer' = 'newer',
): List => ({
  kind,
  path,
  title,
  description,
  states: artifactStatuses,
  read: async (call, request) => {
    const found = await call.context.store.lists.artifacts(call.tenantId, kind, request);
    return { ...found, items: found.items.map(item => artifactItem(item, call, isOlder)) };
  },
});

// The lists that clients of earlier versions know keep their form.
export const formations = artifactList(
  'formation',
  '/formations/index.md',
  'Private candidates',
  'The formations that the tenant registered.',
  'older',
);
export const locks = artifactList(
  'execution_lock',
  '/execution-locks/index.md',
  'Execution locks',
  'The resolved configurations that the tenant registered.',
  'older',
);
export const evidence = artifactList(
  'evidence_snapshot',
  '/evidence/index.md',
  'Evidence snapshots',
  'What the evaluations of the tenant have shown.',
  'older',
);
export const suites = artifactList(
  'suite',
  '/suites/index.md',
  'Suites',
  'The suites that the tenant registered.',
);
export const profiles = artifactList(
  'workload_profile',
  '/workload-profiles/index.md',
  'Workload profiles',
  'The workload profiles that the tenant registered.',
);
export const questions: List = {
  ...artifactList(
    'question',
    '/questions/index.md',
    'Questions',
    'The questions that the tenant registered, and the plans that state a question of their own.',
  ),
  read: async (call, request) => {
    const found = await call.context.store.lists.questions(call.tenantId, request);
    const itemOf = (item: ListedQuestion): IndexItem => {
      const { registered_at, ...artifact } = artifactItem(item, call, 'newer');
      return { ...artifact, ...(item.kind === 'evaluation_plan' && { plan: item.digest }), registered_at };
    };
    return { ...found, items: found.items.map(itemOf) };
  },
};
export const recommendations = artifactList(
  'recommendation',
  '/recommendations/index.md',
  'Recommendations',
  'The recommendations that the tenant got.',
);

export const plans: List = {
  kind: 'evaluation_plan',
  path: '/evaluation-plans/index.md',
  title: 'Evaluation plans',
  description: 'The plans that were quoted, each with its newest quote.',
  states: planStates,
  read: async (call, request) => {
    const found = await call.context.store.lists.plans(call.tenantId, call.at, request);
    return { ...found, items: found.items.map(item => planItem(item, call)) };
  },
};

export const evaluations: List = {
  kind: 'evaluation_job',
  path: '/evaluations/index.md',
  title: 'Evaluations',
  description: 'The evaluations that were started.',
  states: jobStates,
  settle: sweepIfDue,
  read: async (call, request) => {
    const found = await call.context.store.lists.jobs(call.tenantId, request);
    return { ...found, items: found.items.map(item => jobItem(item, call)) };
  },
};

export const adoptions: List = {
  kind: 'adoption_record',
  path: '/adoptions/index.md',
  title: 'Adoptions',
  description: 'What the tenant did with recommendations and formations.',
  states: adoptionOutcomes,
  read: async (call, request) => {
    const found = await call.context.store.lists.adoptions(call.tenantId, request);
    return { ...found, items: found.items.map(adoptionItem) };
  },
};

export const listing =
  (list: List): Read =>
  async call => {
    const { request, again } = filterOf(call.query, list.states);
    await list.settle?.(call);
    const { pace } = call.context.tenant;
    await pace.turn(call.tenantId);
    // One item more than was requested shows whether the list continues.
    const wanted = { ...request, limit: request.limit + 1 };
    const found = await pace.measured(call.tenantId, () => list.read(call, wanted));
    const items = found.items.slice(0, request.limit);
    const next = found.items.length > request.limit ? items.at(-1)!.number : undefined;
    const path = `${call.prefix}${list.path}`;
    return tenantPage(call, {
      kind: index,
      path,
      title: list.title,
      description: list.description,
      fields: {
        lists: list.kind,
        total: found.total,
        ...(next !== undefined && { next_after: next }),
        items,
      },
      body: items.length === 0 ? 'Nothing is listed here.' : items.map(lineOf).join('\n'),
      ...(next !== undefined && { links: [`<${path}?after=${next}${again}>; rel="next"`] }),
    });
  };

const classOf = (taskClass: string | null) => (taskClass ? { task_class: taskClass } : {});

const artifactItem = (item: ListedArtifact, { prefix }: Call, isOlder: 'older' | 'newer'): IndexItem => ({
  number: item.number,
  digest: item.digest,
  path: artifactPath(item.digest, '', prefix),
  title: item.title,
  ...(isOlder === 'newer' && classOf(item.task_class)),
  ...(item.same_version && { same_version: item.same_version.split(' ') }),
  status: item.status,
  registered_at: rfc3339(item.registered_at),
});

function planItem(item: ListedPlan, call: Call): IndexItem {
  const { job_id: job, approval, expires_at, quoted_at, runs } = item;
  const { number, registered_at, ...artifact } = artifactItem(item, call, 'newer');
  const waiting = expires_at <= call.at ? 'expired' : approval;
  return {
    number,
    ...(job !== null && { job }),
    ...artifact,
    state: job === null ? waiting : 'started',
    quoted_at: rfc3339(quoted_at),
    expires_at: rfc3339(expires_at),
    runs,
    registered_at,
  };
}

const jobItem = (item: ListedJob, { prefix }: Call): IndexItem => ({
  number: item.number,
  job: item.id,
  path: `${prefix}/evaluations/${item.id}.md`,
  title: item.title,
  ...classOf(item.task_class),
  state: item.state,
  plan: item.plan,
  registered_at: rfc3339(item.created_at),
  ...(item.ended_at !== null && { ended_at: rfc3339(item.ended_at) }),
  ...(item.snapshot !== null && { snapshot: item.snapshot }),
});

const adoptionItem = (item: ListedAdoption): IndexItem => ({
  number: item.number,
  digest: item.subject,
  title: `${item.outcome}: ${item.reason_code}`,
  ...classOf(item.task_class),
  state: item.outcome,
  reason_code: item.reason_code,
  date: item.date,
  registered_at: rfc3339(item.recorded_at),
});

function lineOf({ title, path, status, state, digest, job, plan, ...item }: IndexItem): string {
  const { same_version: others = [] } = item;
  const named =
    path === undefined ? `${escapeMarkdown(title)} of ${digest}` : `[${escapeMarkdown(title)}](${path})`;
  const warning = others.length === 0 ? '' : `; ${others.length} more with the same name and version`;
  const own = plan !== undefined && job === undefined ? '; a plan that states a question of its own' : '';
  return `- ${named}: ${state ?? status}${own}${warning}`;
}
