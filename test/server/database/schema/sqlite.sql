CREATE TABLE "adoption" (
  "tenant_id" text not null references "tenant" ("id"),
  "number" bigint not null,
  "subject" text not null,
  "outcome" text not null,
  "reason_code" text not null,
  "date" text not null,
  "recorded_at" bigint not null,
  "recorded_by" text not null,
  "task_class" text,
  constraint "adoption_key" primary key ("tenant_id", "number")
);

CREATE INDEX "adoption_page" on "adoption" ("tenant_id", "number", "task_class", "outcome", "recorded_at");

CREATE INDEX "adoption_subject" on "adoption" ("tenant_id", "subject", "number");

CREATE TABLE "assignment" (
  "tenant_id" text not null references "tenant" ("id"),
  "job_id" text not null,
  "number" bigint not null,
  "lock" text not null,
  "formation" text not null,
  "case_id" text not null,
  "case_digest" text not null,
  "repetition" bigint not null,
  "state" text not null,
  "attempts" bigint not null,
  "fence" bigint not null,
  "runner" text,
  "leased_until" bigint,
  "ended_at" bigint,
  "outcome" text,
  "tests_ran" bigint,
  "tests_passed" bigint,
  "input_tokens" bigint,
  "output_tokens" bigint,
  "elapsed_milliseconds" bigint,
  "lease_ends" bigint,
  "started_at" bigint,
  "checked_steps" bigint,
  "deviations" bigint,
  "handed_back" bigint default 0 not null,
  "log" text,
  "tries" bigint,
  "tries_passed" bigint,
  constraint "assignment_key" primary key ("tenant_id", "job_id", "number")
);

CREATE INDEX "assignment_leased" on "assignment" ("tenant_id", "leased_until") where "state" = 'leased';

CREATE INDEX "assignment_pending" on "assignment" ("tenant_id", "job_id", "number") where "state" = 'pending';

CREATE TABLE "audit" (
  "id" text primary key,
  "at" bigint not null,
  "os_user" text not null,
  "command" text not null,
  "arguments" text not null,
  "outcome" text not null
);

CREATE INDEX "audit_age" on "audit" ("at");

CREATE TABLE "contraction" (
  "number" integer primary key
);

CREATE TABLE "credential" (
  "id" text primary key,
  "tenant_id" text not null references "tenant" ("id"),
  "secret_sha256" text not null,
  "scopes" text not null,
  "runner" integer not null,
  "invited" integer not null,
  "created_at" bigint not null,
  "expires_at" bigint,
  "revoked_at" bigint
);

CREATE INDEX "credential_tenant" on "credential" ("tenant_id");

CREATE TABLE "evaluation_job" (
  "tenant_id" text not null references "tenant" ("id"),
  "id" text not null,
  "plan" text not null,
  "suite" text not null,
  "grade" text not null,
  "state" text not null,
  "month" text not null,
  "runs" bigint not null,
  "tolerated" bigint not null,
  "reserved" bigint not null,
  "used" bigint not null,
  "pending" bigint not null,
  "leased" bigint not null,
  "exhausted" bigint not null,
  "cancelled" bigint not null,
  "served" bigint not null,
  "created_at" bigint not null,
  "first_claimed_at" bigint,
  "ended_at" bigint,
  "snapshot" text,
  "made" bigint default 0 not null,
  "reserved_bytes" bigint default 0 not null,
  "number" bigint,
  "task_class" text,
  "looked" text,
  "imported" bigint default 0 not null,
  "tokens" bigint default 0 not null,
  "counted" bigint default 0 not null,
  "comparisons" bigint,
  "comparisons_before" bigint,
  "cases_seen" bigint,
  "arms" text,
  "question" text,
  constraint "evaluation_job_key" primary key ("tenant_id", "id")
);

CREATE INDEX "evaluation_job_month" on "evaluation_job" ("tenant_id", "month");

CREATE INDEX "evaluation_job_page" on "evaluation_job" ("tenant_id", "number", "task_class", "state", "created_at");

CREATE INDEX "evaluation_job_state" on "evaluation_job" ("tenant_id", "state");

CREATE TABLE "evaluation_plan" (
  "tenant_id" text not null references "tenant" ("id"),
  "digest" text not null,
  "resolved" text not null,
  "runs" bigint not null,
  "approval" text not null,
  "quoted_at" bigint not null,
  "expires_at" bigint not null,
  "job_id" text,
  "number" bigint,
  "task_class" text,
  constraint "evaluation_plan_key" primary key ("tenant_id", "digest")
);

CREATE INDEX "evaluation_plan_page" on "evaluation_plan" ("tenant_id", "number", "task_class", "approval", "job_id", "expires_at", "quoted_at");

CREATE TABLE "migration" (
  "number" integer primary key,
  "name" text not null,
  "applied_at" bigint not null
);

CREATE TABLE "receipt" (
  "number" integer primary key,
  "form" text not null,
  "digest" text not null,
  "accepted_at" bigint not null,
  "outcome" text not null,
  "model_id" text,
  "model_precision" text,
  "task_class" text,
  "tests_ran" bigint,
  "tests_passed" bigint,
  "input_tokens" bigint,
  "output_tokens" bigint,
  "elapsed_milliseconds" bigint,
  "ticket" bigint,
  "discarded_at" bigint
);

CREATE TABLE "report_count" (
  "cohort" text not null,
  "page_kind" text not null,
  "precision" text not null,
  "outcome" text not null,
  "reporter" text not null,
  "reports" bigint not null,
  constraint "report_count_cell_reporter" primary key ("cohort", "page_kind", "precision", "outcome", "reporter")
) WITHOUT ROWID;

CREATE TABLE "request_count" (
  "key" text not null primary key,
  "points" bigint not null,
  "expire" bigint not null
);

CREATE TABLE "setting" (
  "name" text primary key,
  "value" text not null
);

CREATE TABLE "tenant" (
  "id" text primary key,
  "created_at" bigint not null,
  "last_event" bigint default 0 not null,
  "last_artifact" bigint default 0 not null,
  "candidates" bigint default 0 not null,
  "documents" bigint default 0 not null,
  "plan" text default 'standard' not null,
  "limits" text default '{}' not null,
  "stored_bytes" bigint default 0 not null,
  "reserved_bytes" bigint default 0 not null,
  "suspended_at" bigint,
  "pruned_events" bigint default 0 not null
);

CREATE TABLE "tenant_artifact" (
  "tenant_id" text not null references "tenant" ("id"),
  "digest" text not null,
  "number" bigint not null,
  "kind" text not null,
  "title" text not null,
  "task_class" text,
  "formation" text,
  "content" text not null,
  "size_bytes" bigint not null,
  "key_id" text not null,
  "signature" text not null,
  "signed_at" text not null,
  "registered_at" bigint not null,
  "registered_by" text not null,
  "status" text not null,
  "reason_code" text not null,
  "status_since" bigint not null,
  "superseded_by" text,
  "version_name" text,
  "names_question" bigint default 0 not null,
  constraint "tenant_artifact_key" primary key ("tenant_id", "digest")
);

CREATE INDEX "tenant_artifact_formation" on "tenant_artifact" ("tenant_id", "formation");

CREATE UNIQUE INDEX "tenant_artifact_list" on "tenant_artifact" ("tenant_id", "kind", "number");

CREATE INDEX "tenant_artifact_page" on "tenant_artifact" ("tenant_id", "kind", "number", "task_class", "status", "registered_at");

CREATE INDEX tenant_artifact_questions ON tenant_artifact (tenant_id, number, task_class, status, registered_at) WHERE kind = 'question' OR (kind = 'evaluation_plan' AND names_question = 0);

CREATE INDEX "tenant_artifact_same_version" on "tenant_artifact" ("tenant_id", "kind", "version_name", "number");

CREATE TABLE "tenant_event" (
  "tenant_id" text not null references "tenant" ("id"),
  "number" bigint not null,
  "at" bigint not null,
  "kind" text not null,
  "subject" text not null,
  "actor" text not null,
  "progress" text,
  constraint "tenant_event_key" primary key ("tenant_id", "number")
);

CREATE TABLE "tenant_response" (
  "tenant_id" text not null references "tenant" ("id"),
  "idempotency_key" text not null,
  "fingerprint" text not null,
  "status" integer not null,
  "headers" text not null,
  "body" text not null,
  "created_at" bigint not null,
  constraint "tenant_response_key" primary key ("tenant_id", "idempotency_key")
);

CREATE INDEX "tenant_response_age" on "tenant_response" ("created_at");

CREATE TABLE "ticket" (
  "number" integer primary key,
  "id" text not null,
  "key_id" text not null,
  "cohort" text not null,
  "holder" text not null,
  "rule" text,
  "subject_kind" text not null,
  "subject" text not null,
  "stage" text not null,
  "issued_at" bigint not null,
  "expires_at" bigint not null,
  "state" text not null,
  "receipt" bigint,
  "network" text
);

CREATE TABLE "ticket_holder" (
  "cohort" text not null,
  "holder" text not null,
  "issued" bigint not null,
  "open" bigint not null,
  "marked_at" bigint,
  "marked_before" bigint,
  constraint "ticket_holder_cohort_holder" primary key ("cohort", "holder")
) WITHOUT ROWID;

CREATE TABLE "ticket_key" (
  "id" text primary key,
  "ticket_secret" text,
  "network_secret" text,
  "created_at" bigint not null,
  "rotated_at" bigint
);

CREATE UNIQUE INDEX "ticket_key_in_force" on "ticket_key" ((1)) where "rotated_at" is null;

CREATE TABLE "ticket_mark" (
  "cohort" text not null,
  "holder" text not null,
  "at" bigint not null,
  "issued_before" bigint not null,
  constraint "ticket_mark_key" primary key ("cohort", "holder", "at")
) WITHOUT ROWID;

CREATE INDEX "ticket_mark_age" on "ticket_mark" ("at");

CREATE TABLE "ticket_swept" (
  "through" bigint not null
);
