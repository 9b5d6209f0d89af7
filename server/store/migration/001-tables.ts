/** Migration 1, which creates every table as it was when migrations began to be numbered. Later migrations change them. */
import type { ColumnTypes } from './migration.ts';

/** The tables of tenants: their documents and runs, the events of their changes, and the answers kept for repeats. */
const tenants = `
  CREATE TABLE tenant (
    id text PRIMARY KEY, created_at bigint NOT NULL, last_event bigint NOT NULL DEFAULT 0,
    last_artifact bigint NOT NULL DEFAULT 0, candidates bigint NOT NULL DEFAULT 0,
    documents bigint NOT NULL DEFAULT 0, plan text NOT NULL DEFAULT 'standard', limits text NOT NULL DEFAULT '{}',
    stored_bytes bigint NOT NULL DEFAULT 0, reserved_bytes bigint NOT NULL DEFAULT 0, suspended_at bigint,
    pruned_events bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE credential (
    id text PRIMARY KEY, tenant_id text NOT NULL REFERENCES tenant (id), secret_sha256 text NOT NULL,
    scopes text NOT NULL, runner integer NOT NULL, invited integer NOT NULL, created_at bigint NOT NULL,
    expires_at bigint, revoked_at bigint
  );
  CREATE INDEX credential_tenant ON credential (tenant_id);
  CREATE TABLE tenant_artifact (
    tenant_id text NOT NULL REFERENCES tenant (id), digest text NOT NULL, number bigint NOT NULL, kind text NOT NULL,
    title text NOT NULL, task_class text, formation text, content text NOT NULL, size_bytes bigint NOT NULL,
    key_id text NOT NULL, signature text NOT NULL, signed_at text NOT NULL, registered_at bigint NOT NULL,
    registered_by text NOT NULL, status text NOT NULL, reason_code text NOT NULL, status_since bigint NOT NULL,
    superseded_by text, version_name text, names_question bigint NOT NULL DEFAULT 0,
    CONSTRAINT tenant_artifact_key PRIMARY KEY (tenant_id, digest)
  );
  CREATE INDEX tenant_artifact_formation ON tenant_artifact (tenant_id, formation);
  CREATE UNIQUE INDEX tenant_artifact_list ON tenant_artifact (tenant_id, kind, number);
  CREATE INDEX tenant_artifact_page ON tenant_artifact (tenant_id, kind, number, task_class, status, registered_at);
  CREATE INDEX tenant_artifact_questions ON tenant_artifact (tenant_id, number, task_class, status, registered_at)
    WHERE kind = 'question' OR (kind = 'evaluation_plan' AND names_question = 0);
  CREATE INDEX tenant_artifact_same_version ON tenant_artifact (tenant_id, kind, version_name, number);
  CREATE TABLE tenant_event (
    tenant_id text NOT NULL REFERENCES tenant (id), number bigint NOT NULL, at bigint NOT NULL, kind text NOT NULL,
    subject text NOT NULL, actor text NOT NULL, progress text,
    CONSTRAINT tenant_event_key PRIMARY KEY (tenant_id, number)
  );
  CREATE TABLE tenant_response (
    tenant_id text NOT NULL REFERENCES tenant (id), idempotency_key text NOT NULL, fingerprint text NOT NULL,
    status integer NOT NULL, headers text NOT NULL, body text NOT NULL, created_at bigint NOT NULL,
    CONSTRAINT tenant_response_key PRIMARY KEY (tenant_id, idempotency_key)
  );
  CREATE INDEX tenant_response_age ON tenant_response (created_at);
  CREATE TABLE adoption (
    tenant_id text NOT NULL REFERENCES tenant (id), number bigint NOT NULL, subject text NOT NULL,
    outcome text NOT NULL, reason_code text NOT NULL, date text NOT NULL, recorded_at bigint NOT NULL,
    recorded_by text NOT NULL, task_class text NOT NULL, CONSTRAINT adoption_key PRIMARY KEY (tenant_id, number)
  );
  CREATE INDEX adoption_page ON adoption (tenant_id, number, task_class, outcome, recorded_at);
  CREATE INDEX adoption_subject ON adoption (tenant_id, subject, number);
  CREATE TABLE evaluation_plan (
    tenant_id text NOT NULL REFERENCES tenant (id), digest text NOT NULL, resolved text NOT NULL,
    runs bigint NOT NULL, approval text NOT NULL, quoted_at bigint NOT NULL, expires_at bigint NOT NULL, job_id text,
    number bigint, task_class text NOT NULL, CONSTRAINT evaluation_plan_key PRIMARY KEY (tenant_id, digest)
  );
  CREATE INDEX evaluation_plan_page ON evaluation_plan (tenant_id, number, task_class, approval, job_id, expires_at, quoted_at);
  CREATE TABLE evaluation_job (
    tenant_id text NOT NULL REFERENCES tenant (id), id text NOT NULL, plan text NOT NULL, suite text NOT NULL,
    grade text NOT NULL, state text NOT NULL, month text NOT NULL, runs bigint NOT NULL, tolerated bigint NOT NULL,
    reserved bigint NOT NULL, used bigint NOT NULL, pending bigint NOT NULL, leased bigint NOT NULL,
    exhausted bigint NOT NULL, cancelled bigint NOT NULL, served bigint NOT NULL, created_at bigint NOT NULL,
    first_claimed_at bigint, ended_at bigint, snapshot text, made bigint NOT NULL DEFAULT 0,
    reserved_bytes bigint NOT NULL DEFAULT 0, number bigint NOT NULL, task_class text NOT NULL, looked text,
    imported bigint NOT NULL DEFAULT 0, tokens bigint NOT NULL DEFAULT 0, counted bigint NOT NULL DEFAULT 0,
    comparisons bigint NOT NULL, comparisons_before bigint NOT NULL, cases_seen bigint NOT NULL, arms text NOT NULL,
    question text NOT NULL,
    CONSTRAINT evaluation_job_key PRIMARY KEY (tenant_id, id)
  );
  CREATE INDEX evaluation_job_month ON evaluation_job (tenant_id, month);
  CREATE INDEX evaluation_job_page ON evaluation_job (tenant_id, number, task_class, state, created_at);
  CREATE INDEX evaluation_job_state ON evaluation_job (tenant_id, state);
  CREATE TABLE assignment (
    tenant_id text NOT NULL REFERENCES tenant (id), job_id text NOT NULL, number bigint NOT NULL, lock text NOT NULL,
    formation text NOT NULL, case_id text NOT NULL, case_digest text NOT NULL, repetition bigint NOT NULL,
    state text NOT NULL, attempts bigint NOT NULL, fence bigint NOT NULL, runner text, leased_until bigint,
    ended_at bigint, outcome text, tests_ran bigint, tests_passed bigint, input_tokens bigint, output_tokens bigint,
    elapsed_milliseconds bigint, lease_ends bigint, started_at bigint, checked_steps bigint, deviations bigint,
    handed_back bigint NOT NULL DEFAULT 0, log text, tries bigint, tries_passed bigint,
    CONSTRAINT assignment_key PRIMARY KEY (tenant_id, job_id, number)
  );
  CREATE INDEX assignment_leased ON assignment (tenant_id, leased_until) WHERE state = 'leased';
  CREATE INDEX assignment_pending ON assignment (tenant_id, job_id, number) WHERE state = 'pending';`;

/** Returns the tables of tickets: their keys, the counts on which caps depend, receipts, and the published counts. */
function tickets({ name, numberKey }: ColumnTypes): string {
  // The rows of some tables are nothing but their keys and a count: on SQLite they need no second tree beside the key.
  const noRowId = name === 'sqlite' ? ' WITHOUT ROWID' : '';
  // A redemption rewrites the row of its ticket: with room on the same page, no index of PostgreSQL has to follow it.
  const withRoom = name === 'sqlite' ? '' : ' WITH (fillfactor = 70)';
  return `
  CREATE TABLE ticket_key (
    id text PRIMARY KEY, ticket_secret text, network_secret text, created_at bigint NOT NULL, rotated_at bigint
  );
  CREATE UNIQUE INDEX ticket_key_in_force ON ticket_key ((1)) WHERE rotated_at IS NULL;
  CREATE TABLE ticket (
    number ${numberKey} PRIMARY KEY, id text NOT NULL, key_id text NOT NULL, cohort text NOT NULL, holder text NOT NULL,
    rule text, subject_kind text NOT NULL, subject text NOT NULL, stage text NOT NULL, issued_at bigint NOT NULL,
    expires_at bigint NOT NULL, state text NOT NULL, receipt bigint, network text
  )${withRoom};
  CREATE TABLE ticket_swept (
    through bigint NOT NULL
  );
  CREATE TABLE ticket_holder (
    cohort text NOT NULL, holder text NOT NULL, issued bigint NOT NULL, open bigint NOT NULL, marked_at bigint,
    marked_before bigint, CONSTRAINT ticket_holder_cohort_holder PRIMARY KEY (cohort, holder)
  )${noRowId};
  CREATE TABLE ticket_mark (
    cohort text NOT NULL, holder text NOT NULL, at bigint NOT NULL, issued_before bigint NOT NULL,
    CONSTRAINT ticket_mark_key PRIMARY KEY (cohort, holder, at)
  )${noRowId};
  CREATE INDEX ticket_mark_age ON ticket_mark (at);
  CREATE TABLE receipt (
    number ${numberKey} PRIMARY KEY, form text NOT NULL, digest text NOT NULL, accepted_at bigint NOT NULL,
    outcome text NOT NULL, model_id text, model_precision text, task_class text, tests_ran bigint,
    tests_passed bigint, input_tokens bigint, output_tokens bigint, elapsed_milliseconds bigint, ticket bigint,
    discarded_at bigint
  );
  CREATE TABLE report_count (
    cohort text NOT NULL, page_kind text NOT NULL, "precision" text NOT NULL, outcome text NOT NULL,
    reporter text NOT NULL, reports bigint NOT NULL,
    CONSTRAINT report_count_cell_reporter PRIMARY KEY (cohort, page_kind, "precision", outcome, reporter)
  )${noRowId};
  INSERT INTO ticket_swept (through) VALUES (0);`;
}

/** The tables of settings, of the requests that each credential sent in its present minute, and of what operators did. */
const operations = `
  CREATE TABLE setting (
    name text PRIMARY KEY, value text NOT NULL
  );
  CREATE TABLE request_count (
    key text NOT NULL PRIMARY KEY, points bigint NOT NULL, expire bigint NOT NULL
  );
  CREATE TABLE audit (
    id text PRIMARY KEY, at bigint NOT NULL, os_user text NOT NULL, command text NOT NULL, arguments text NOT NULL,
    outcome text NOT NULL
  );
  CREATE INDEX audit_age ON audit (at);`;

export const statements = (types: ColumnTypes): string[] =>
  [operations, tenants, tickets(types)]
    .join('')
    .split(';')
    .map(text => text.trim())
    .filter(text => text !== '');
