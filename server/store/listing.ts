/** The lists of a tenant, page by page, in the order of numbers. Every query is for one tenant. */

import { maxSameVersion, type StoredArtifact } from './artifact.ts';
import { type Backend, rows, type Transaction } from './database/backend.ts';
import type { AdoptionTable, EvaluationJobTable, EvaluationPlanTable } from './database/evaluation-tables.ts';

/**
 * The part of a list that is requested: the items after a number that pass a filter. `from` and `to` are seconds since 1970,
 * both inclusive.
 */
export interface ListRequest {
  after: number;
  limit: number;
  taskClass?: string | undefined;
  state?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** A page of a list, and the number of all items that pass the filter. */
export interface Listed<Item> {
  total: number;
  items: Item[];
}

export type ListedArtifact = Pick<
  StoredArtifact,
  'number' | 'digest' | 'title' | 'task_class' | 'status' | 'registered_at'
> & {
  /** The digests of other artifacts with the same name and version, with spaces between them; null if there is none. */
  same_version?: string | null;
};

export type ListedPlan = ListedArtifact &
  Pick<EvaluationPlanTable, 'approval' | 'job_id' | 'quoted_at' | 'expires_at' | 'runs'>;

export type ListedJob = Pick<
  EvaluationJobTable,
  'id' | 'plan' | 'state' | 'task_class' | 'created_at' | 'ended_at' | 'snapshot'
> & { number: number; title: string };

export type ListedAdoption = Omit<AdoptionTable, 'tenant_id' | 'recorded_by'>;

export type ListedQuestion = ListedArtifact & Pick<StoredArtifact, 'kind'>;

export interface ListStore {
  /** Returns the registered questions, and the plans that have a question of their own. */
  questions(tenantId: string, request: ListRequest): Promise<Listed<ListedQuestion>>;
  artifacts(tenantId: string, kind: string, request: ListRequest): Promise<Listed<ListedArtifact>>;
  plans(tenantId: string, at: number, request: ListRequest): Promise<Listed<ListedPlan>>;
  jobs(tenantId: string, request: ListRequest): Promise<Listed<ListedJob>>;
  adoptions(tenantId: string, request: ListRequest): Promise<Listed<ListedAdoption>>;
}

/** A condition, with a `?` for each of its values. */
type Condition = readonly [sql: string, ...values: unknown[]];

/**
 * Where a list comes from: the rows of a table that meet conditions. An index of the table holds every column that the
 * conditions name.
 */
interface Source {
  table: 'tenant_artifact' | 'evaluation_plan' | 'evaluation_job' | 'adoption';
  where: readonly Condition[];
  state: (wanted: string) => Condition;
  time: string;
  columns: string;
  join?: string;
}

/** The column with the digests of other artifacts of the same name and version, newest first. */
const sameVersion = `(
    SELECT string_agg(digest, ' ') FROM (
      SELECT other.digest FROM tenant_artifact AS other
      WHERE other.tenant_id = own.tenant_id AND other.kind = own.kind AND other.version_name = own.version_name
        AND other.digest <> own.digest
      ORDER BY other.number DESC LIMIT ${maxSameVersion}
    ) AS named
  ) AS same_version`;

const artifactsOf = (kind: string): Source => ({
  table: 'tenant_artifact',
  where: [['own.kind = ?', kind]],
  state: wanted => ['own.status = ?', wanted],
  time: 'own.registered_at',
  columns: `own.number, own.digest, own.title, own.task_class, own.status, own.registered_at, ${sameVersion}`,
});

/** Questions. The condition repeats, word for word, that of the index `tenant_artifact_questions`. */
const questions: Source = {
  ...artifactsOf('question'),
  where: [["(own.kind = 'question' OR (own.kind = 'evaluation_plan' AND own.names_question = 0))"]],
  columns: 'own.number, own.digest, own.kind, own.title, own.task_class, own.status, own.registered_at',
};

const planned = (digest: string): string =>
  `JOIN tenant_artifact AS plan ON plan.tenant_id = own.tenant_id AND plan.digest = own.${digest}`;

const plansAt = (at: number): Source => ({
  table: 'evaluation_plan',
  where: [],
  state: wanted => {
    if (wanted === 'started') return ['own.job_id IS NOT NULL'];
    if (wanted === 'expired') return ['own.job_id IS NULL AND own.expires_at <= ?', at];
    return ['own.job_id IS NULL AND own.expires_at > ? AND own.approval = ?', at, wanted];
  },
  time: 'own.quoted_at',
  columns: `own.number, own.digest, own.task_class, own.approval, own.job_id, own.quoted_at, own.expires_at, own.runs,
    plan.title, plan.status, plan.registered_at`,
  join: planned('digest'),
});

const jobs: Source = {
  table: 'evaluation_job',
  where: [],
  state: wanted => ['own.state = ?', wanted],
  time: 'own.created_at',
  columns: `own.number, own.id, own.plan, own.state, own.task_class, own.created_at, own.ended_at, own.snapshot,
    plan.title`,
  join: planned('plan'),
};

const adoptions: Source = {
  table: 'adoption',
  where: [],
  state: wanted => ['own.outcome = ?', wanted],
  time: 'own.recorded_at',
  columns: 'own.number, own.subject, own.outcome, own.reason_code, own.date, own.recorded_at, own.task_class',
};

export function listStore(backend: Backend): ListStore {
  const list = <Item extends object>(source: Source, tenantId: string, request: ListRequest) =>
    readList<Item>(backend, source, tenantId, request);
  return {
    questions: (tenantId, request) => list(questions, tenantId, request),
    artifacts: (tenantId, kind, request) => list(artifactsOf(kind), tenantId, request),
    plans: (tenantId, at, request) => list(plansAt(at), tenantId, request),
    jobs: (tenantId, request) => list(jobs, tenantId, request),
    adoptions: (tenantId, request) => list(adoptions, tenantId, request),
  };
}

async function readList<Item extends object>(
  backend: Backend,
  { table, where, state, time, columns, join = '' }: Source,
  tenantId: string,
  request: ListRequest,
): Promise<Listed<Item>> {
  const { after, limit, taskClass, from, to } = request;
  const own: Condition[] = [['own.tenant_id = ?', tenantId], ...where];
  const passing: Condition[] = [
    ...own,
    ...(taskClass === undefined ? [] : [['own.task_class = ?', taskClass] as const]),
    ...(request.state === undefined ? [] : [state(request.state)]),
    ...(from === undefined ? [] : [[`${time} >= ?`, from] as const]),
    ...(to === undefined ? [] : [[`${time} <= ?`, to] as const]),
  ];
  const ask = <Row extends object>(sql: string, conditions: readonly Condition[]): Promise<Row[]> =>
    backend.ask<Row>(numbered(sql), ...conditions.flatMap(([, ...values]) => values));
  // The index alone decides which rows are on the page. Only these rows, which may be large, are then read.
  const chosen = `
    SELECT own.number FROM ${table} AS own WHERE ${all(passing)} AND own.number > ? ORDER BY own.number LIMIT ?`;
  // Both databases join in the order of CROSS JOIN, so the few rows of the page come first.
  const page = `
    SELECT ${columns} FROM (${chosen}) AS page CROSS JOIN ${table} AS own ${join}
    WHERE own.number = page.number AND ${all(own)} ORDER BY own.number`;
  const [counted, items] = await Promise.all([
    ask<{ total: number }>(`SELECT count(*) AS total FROM ${table} AS own WHERE ${all(passing)}`, passing),
    ask<Item>(page, [...passing, ['after', after, limit], ...own]),
  ]);
  return { total: counted[0]!.total, items };
}

const all = (conditions: readonly Condition[]): string => conditions.map(([sql]) => sql).join(' AND ');

/** Replaces each `?` by `$1`, `$2` and so on. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}

/** Returns the number of the next evaluation of a tenant. The caller holds the lock of the tenant. */
export function* nextJobNumber(tenantId: string): Transaction<number> {
  const [last] = yield* rows<{ number: number | null }>(
    'SELECT max(number) AS number FROM evaluation_job WHERE tenant_id = $1',
    tenantId,
  );
  return (last?.number ?? 0) + 1;
}
