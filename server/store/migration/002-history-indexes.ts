/** Indexes by which the earlier evaluations of a tenant are counted: without them, every start reads all rows of the tenant. */
export const statements = (): string[] => [
  `CREATE INDEX evaluation_job_history ON evaluation_job
     (tenant_id, task_class, comparisons, arms, suite, state, first_claimed_at)`,
  'CREATE INDEX evaluation_job_suite ON evaluation_job (tenant_id, suite, first_claimed_at, id)',
  'CREATE INDEX evaluation_job_question ON evaluation_job (tenant_id, question, state)',
];
