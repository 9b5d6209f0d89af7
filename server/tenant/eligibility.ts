/** The reasons why an artifact of a tenant cannot be evaluated or recommended (docs/tenants.md#8). */
import type { ArtifactStatus, Obstacle, Purpose } from '#document/kind/artifact-status.ts';
import { purposes } from '#document/kind/artifact-status.ts';

/** The facts about an artifact and the documents that it refers to. */
export interface EligibilityFacts {
  kind: string;
  status: ArtifactStatus;
  /**
   * The status of the formation that an execution lock pins; `unreadable` if neither catalog nor tenant has it; absent for other
   * kinds.
   */
  formation?: ArtifactStatus | 'unreadable';
  /** Whether an active lock of the tenant pins the formation; absent for other kinds. */
  hasLock?: boolean;
  /** Whether evidence that was not revoked names the formation or lock; absent for other kinds. */
  hasEvidence?: boolean;
}

/** Returns every obstacle, the most general first. */
export function obstaclesOf(facts: EligibilityFacts): Obstacle[] {
  return [
    ...(facts.status === 'active' ? [] : [notActive(facts.status)]),
    ...formationObstacles(facts),
    ...(facts.hasLock === false ? [noLock] : []),
    ...(facts.hasEvidence === false ? [noEvidence] : []),
  ];
}

/** Returns the purposes that none of the obstacles stops. */
export function eligibleFor(obstacles: readonly Obstacle[]): Purpose[] {
  return purposes.filter(purpose => !obstacles.some(({ stops }) => stops.includes(purpose)));
}

const everything = [...purposes];

const advice: Readonly<Record<Exclude<ArtifactStatus, 'active'>, string>> = {
  deprecated: 'Only active artifacts take part. The operator may make it active again.',
  superseded: 'Use its successor.',
  revoked: 'A revocation is final, so register another document.',
};

const notActive = (status: Exclude<ArtifactStatus, 'active'>): Obstacle => ({
  stops: everything,
  code: `artifact_${status}`,
  message: `It is ${status}. ${advice[status]}`,
});

function formationObstacles({ formation }: EligibilityFacts): Obstacle[] {
  if (formation === undefined || formation === 'active') return [];
  const message = `The formation that it pins is ${formation}. Register a lock of an active one.`;
  return [{ stops: everything, code: 'formation_not_active', message }];
}

const noLock: Obstacle = {
  stops: everything,
  code: 'no_execution_lock',
  message: 'No active execution lock pins it. Register one.',
};

const noEvidence: Obstacle = {
  stops: ['recommendation'],
  code: 'no_evidence',
  message: 'No evidence names it. Evaluate it first.',
};
