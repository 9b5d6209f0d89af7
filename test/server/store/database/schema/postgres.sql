CREATE TABLE adoption (
  tenant_id text NOT NULL,
  number bigint NOT NULL,
  subject text NOT NULL,
  outcome text NOT NULL,
  reason_code text NOT NULL,
  date text NOT NULL,
  recorded_at bigint NOT NULL,
  recorded_by text NOT NULL,
  task_class text NOT NULL,
  CONSTRAINT adoption_key PRIMARY KEY (tenant_id, number),
  CONSTRAINT adoption_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE INDEX adoption_page ON public.adoption USING btree (tenant_id, number, task_class, outcome, recorded_at);

CREATE INDEX adoption_subject ON public.adoption USING btree (tenant_id, subject, number);

CREATE TABLE assignment (
  tenant_id text NOT NULL,
  job_id text NOT NULL,
  number bigint NOT NULL,
  lock text NOT NULL,
  formation text NOT NULL,
  case_id text NOT NULL,
  case_digest text NOT NULL,
  repetition bigint NOT NULL,
  state text NOT NULL,
  attempts bigint NOT NULL,
  fence bigint NOT NULL,
  runner text,
  leased_until bigint,
  ended_at bigint,
  outcome text,
  tests_ran bigint,
  tests_passed bigint,
  input_tokens bigint,
  output_tokens bigint,
  elapsed_milliseconds bigint,
  lease_ends bigint,
  started_at bigint,
  checked_steps bigint,
  deviations bigint,
  handed_back bigint NOT NULL DEFAULT 0,
  log text,
  tries bigint,
  tries_passed bigint,
  CONSTRAINT assignment_key PRIMARY KEY (tenant_id, job_id, number),
  CONSTRAINT assignment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE INDEX assignment_leased ON public.assignment USING btree (tenant_id, leased_until) WHERE (state = 'leased'::text);

CREATE INDEX assignment_pending ON public.assignment USING btree (tenant_id, job_id, number) WHERE (state = 'pending'::text);

CREATE TABLE audit (
  id text NOT NULL,
  at bigint NOT NULL,
  os_user text NOT NULL,
  command text NOT NULL,
  arguments text NOT NULL,
  outcome text NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_age ON public.audit USING btree (at);

CREATE TABLE contraction (
  number integer NOT NULL,
  CONSTRAINT contraction_pkey PRIMARY KEY (number)
);

CREATE TABLE credential (
  id text NOT NULL,
  tenant_id text NOT NULL,
  secret_sha256 text NOT NULL,
  scopes text NOT NULL,
  runner integer NOT NULL,
  invited integer NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  CONSTRAINT credential_pkey PRIMARY KEY (id),
  CONSTRAINT credential_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE INDEX credential_tenant ON public.credential USING btree (tenant_id);

CREATE TABLE evaluation_job (
  tenant_id text NOT NULL,
  id text NOT NULL,
  plan text NOT NULL,
  suite text NOT NULL,
  grade text NOT NULL,
  state text NOT NULL,
  month text NOT NULL,
  runs bigint NOT NULL,
  tolerated bigint NOT NULL,
  reserved bigint NOT NULL,
  used bigint NOT NULL,
  pending bigint NOT NULL,
  leased bigint NOT NULL,
  exhausted bigint NOT NULL,
  cancelled bigint NOT NULL,
  served bigint NOT NULL,
  created_at bigint NOT NULL,
  first_claimed_at bigint,
  ended_at bigint,
  snapshot text,
  made bigint NOT NULL DEFAULT 0,
  reserved_bytes bigint NOT NULL DEFAULT 0,
  number bigint NOT NULL,
  task_class text NOT NULL,
  looked text,
  imported bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  counted bigint NOT NULL DEFAULT 0,
  comparisons bigint NOT NULL,
  comparisons_before bigint NOT NULL,
  cases_seen bigint NOT NULL,
  arms text NOT NULL,
  question text NOT NULL,
  CONSTRAINT evaluation_job_key PRIMARY KEY (tenant_id, id),
  CONSTRAINT evaluation_job_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE INDEX evaluation_job_history ON public.evaluation_job USING btree (tenant_id, task_class, comparisons, arms, suite, state, first_claimed_at);

CREATE INDEX evaluation_job_month ON public.evaluation_job USING btree (tenant_id, month);

CREATE INDEX evaluation_job_page ON public.evaluation_job USING btree (tenant_id, number, task_class, state, created_at);

CREATE INDEX evaluation_job_question ON public.evaluation_job USING btree (tenant_id, question, state);

CREATE INDEX evaluation_job_state ON public.evaluation_job USING btree (tenant_id, state);

CREATE INDEX evaluation_job_suite ON public.evaluation_job USING btree (tenant_id, suite, first_claimed_at, id);

CREATE TABLE evaluation_plan (
  tenant_id text NOT NULL,
  digest text NOT NULL,
  resolved text NOT NULL,
  runs bigint NOT NULL,
  approval text NOT NULL,
  quoted_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  job_id text,
  number bigint,
  task_class text NOT NULL,
  CONSTRAINT evaluation_plan_key PRIMARY KEY (tenant_id, digest),
  CONSTRAINT evaluation_plan_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE INDEX evaluation_plan_page ON public.evaluation_plan USING btree (tenant_id, number, task_class, approval, job_id, expires_at, quoted_at);

CREATE TABLE migration (
  number integer NOT NULL,
  name text NOT NULL,
  applied_at bigint NOT NULL,
  CONSTRAINT migration_pkey PRIMARY KEY (number)
);

CREATE TABLE receipt (
  number bigint NOT NULL,
  form text NOT NULL,
  digest text NOT NULL,
  accepted_at bigint NOT NULL,
  outcome text NOT NULL,
  model_id text,
  model_precision text,
  task_class text,
  tests_ran bigint,
  tests_passed bigint,
  input_tokens bigint,
  output_tokens bigint,
  elapsed_milliseconds bigint,
  ticket bigint,
  discarded_at bigint,
  CONSTRAINT receipt_pkey PRIMARY KEY (number)
);

CREATE TABLE report_count (
  cohort text NOT NULL,
  page_kind text NOT NULL,
  "precision" text NOT NULL,
  outcome text NOT NULL,
  reporter text NOT NULL,
  reports bigint NOT NULL,
  CONSTRAINT report_count_cell_reporter PRIMARY KEY (cohort, page_kind, "precision", outcome, reporter)
);

CREATE TABLE request_count (
  key text NOT NULL,
  points bigint NOT NULL,
  expire bigint NOT NULL,
  CONSTRAINT request_count_pkey PRIMARY KEY (key)
);

CREATE TABLE setting (
  name text NOT NULL,
  value text NOT NULL,
  CONSTRAINT setting_pkey PRIMARY KEY (name)
);

CREATE TABLE tenant (
  id text NOT NULL,
  created_at bigint NOT NULL,
  last_event bigint NOT NULL DEFAULT 0,
  last_artifact bigint NOT NULL DEFAULT 0,
  candidates bigint NOT NULL DEFAULT 0,
  documents bigint NOT NULL DEFAULT 0,
  plan text NOT NULL DEFAULT 'standard'::text,
  limits text NOT NULL DEFAULT '{}'::text,
  stored_bytes bigint NOT NULL DEFAULT 0,
  reserved_bytes bigint NOT NULL DEFAULT 0,
  suspended_at bigint,
  pruned_events bigint NOT NULL DEFAULT 0,
  CONSTRAINT tenant_pkey PRIMARY KEY (id)
);

CREATE TABLE tenant_artifact (
  tenant_id text NOT NULL,
  digest text NOT NULL,
  number bigint NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  task_class text,
  formation text,
  content text NOT NULL,
  size_bytes bigint NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL,
  signed_at text NOT NULL,
  registered_at bigint NOT NULL,
  registered_by text NOT NULL,
  status text NOT NULL,
  reason_code text NOT NULL,
  status_since bigint NOT NULL,
  superseded_by text,
  version_name text,
  names_question bigint NOT NULL DEFAULT 0,
  CONSTRAINT tenant_artifact_key PRIMARY KEY (tenant_id, digest),
  CONSTRAINT tenant_artifact_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE INDEX tenant_artifact_formation ON public.tenant_artifact USING btree (tenant_id, formation);

CREATE UNIQUE INDEX tenant_artifact_list ON public.tenant_artifact USING btree (tenant_id, kind, number);

CREATE INDEX tenant_artifact_page ON public.tenant_artifact USING btree (tenant_id, kind, number, task_class, status, registered_at);

CREATE INDEX tenant_artifact_questions ON public.tenant_artifact USING btree (tenant_id, number, task_class, status, registered_at) WHERE ((kind = 'question'::text) OR ((kind = 'evaluation_plan'::text) AND (names_question = 0)));

CREATE INDEX tenant_artifact_same_version ON public.tenant_artifact USING btree (tenant_id, kind, version_name, number);

CREATE TABLE tenant_event (
  tenant_id text NOT NULL,
  number bigint NOT NULL,
  at bigint NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  actor text NOT NULL,
  progress text,
  CONSTRAINT tenant_event_key PRIMARY KEY (tenant_id, number),
  CONSTRAINT tenant_event_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE TABLE tenant_response (
  tenant_id text NOT NULL,
  idempotency_key text NOT NULL,
  fingerprint text NOT NULL,
  status integer NOT NULL,
  headers text NOT NULL,
  body text NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT tenant_response_key PRIMARY KEY (tenant_id, idempotency_key),
  CONSTRAINT tenant_response_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);

CREATE INDEX tenant_response_age ON public.tenant_response USING btree (created_at);

CREATE TABLE ticket (
  number bigint NOT NULL,
  id text NOT NULL,
  key_id text NOT NULL,
  cohort text NOT NULL,
  holder text NOT NULL,
  rule text,
  subject_kind text NOT NULL,
  subject text NOT NULL,
  stage text NOT NULL,
  issued_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  state text NOT NULL,
  receipt bigint,
  network text,
  CONSTRAINT ticket_pkey PRIMARY KEY (number)
) WITH (fillfactor=70);

CREATE TABLE ticket_holder (
  cohort text NOT NULL,
  holder text NOT NULL,
  issued bigint NOT NULL,
  open bigint NOT NULL,
  marked_at bigint,
  marked_before bigint,
  CONSTRAINT ticket_holder_cohort_holder PRIMARY KEY (cohort, holder)
);

CREATE TABLE ticket_key (
  id text NOT NULL,
  ticket_secret text,
  network_secret text,
  created_at bigint NOT NULL,
  rotated_at bigint,
  CONSTRAINT ticket_key_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX ticket_key_in_force ON public.ticket_key USING btree ((1)) WHERE (rotated_at IS NULL);

CREATE TABLE ticket_mark (
  cohort text NOT NULL,
  holder text NOT NULL,
  at bigint NOT NULL,
  issued_before bigint NOT NULL,
  CONSTRAINT ticket_mark_key PRIMARY KEY (cohort, holder, at)
);

CREATE INDEX ticket_mark_age ON public.ticket_mark USING btree (at);

CREATE TABLE ticket_swept (
  through bigint NOT NULL
);
