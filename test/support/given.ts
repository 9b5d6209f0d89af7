/** A run that was handed out, with all of its fields. */
const job = `ev-${'0a'.repeat(12)}`;
const digest = `sha256:${'1'.repeat(64)}`;

export const given = {
  ...{ assignment: `${job}.1`, lease: `${job}.1.1`, job, fence: 1, attempt: 1 },
  ...{ case: 'case-1', case_digest: digest, repetition: 1, expires_at: '2026-11-21T08:00:00Z' },
  ...{ lock: digest, formation: digest, suite: digest, plan: digest },
};
