/**
 * The status of a published version, as a state machine.
 *
 *     (published) ──▶ active ◀──▶ deprecated
 *                       │ │          │ │
 *                       │ └────┬─────┘ │
 *                       │      ▼       │
 *                       │  superseded  │     names its successor
 *                       │      │       │
 *                       └──────┼───────┘
 *                              ▼
 *                           revoked          final; needs a reason code
 *
 * Its events are the changes that editors commit, in order (docs/formations.md#12).
 */
import type { ArtifactStatus, ReasonCode } from '../kind/artifact-status.ts';
import type { StatusChange } from '../kind/statuses.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { didYouMean } from '../text/suggestion.ts';

/** The statuses to which each status may change. */
export const transitions: Readonly<Record<ArtifactStatus, readonly ArtifactStatus[]>> = {
  active: ['deprecated', 'superseded', 'revoked'],
  deprecated: ['active', 'superseded', 'revoked'],
  superseded: ['revoked'],
  revoked: [],
};

/** The reason of a change that states none. A revocation must state one. */
export const usualReason: Readonly<Partial<Record<ArtifactStatus, ReasonCode>>> = {
  active: 'reinstated',
  deprecated: 'unspecified',
  superseded: 'newer_version',
};

/** The reason codes that do not say why a version was withdrawn. */
const emptyReasons: readonly (ReasonCode | undefined)[] = [
  undefined,
  'published',
  'reinstated',
  'unspecified',
];

/** A version in the record of publications. */
export interface Publication {
  path: string;
  digest: string;
  published_at: string;
}

/** A status that a version took, with its reason and time. */
export interface StatusStep {
  status: ArtifactStatus;
  reason_code: ReasonCode;
  since: string;
  superseded_by?: string;
}

/** A published version with its current status, and with all its statuses, oldest first. */
export interface ArtifactState extends StatusStep {
  path: string;
  digest: string;
  history: readonly StatusStep[];
}

/** Returns the first status of a version, which it has from its publication on. */
const firstStep = (publication: Publication): StatusStep => ({
  status: 'active',
  reason_code: 'published',
  since: publication.published_at,
});

/**
 * Applies changes, in order, to published versions. A wrong change is not applied.
 * @returns the current states by path, and the faults of the changes, with paths into a front matter that has the changes as
 *   `changes`
 */
export function foldStatuses(
  published: readonly Publication[],
  changes: readonly StatusChange[],
): { states: Map<string, ArtifactState>; unplaced: UnplacedFault[] } {
  const states = new Map(published.map(each => [each.path, stateOf(each, [firstStep(each)])]));
  const unplaced: UnplacedFault[] = [];
  for (const [index, change] of changes.entries()) {
    const found = [...checkOrder(changes, index), ...checkChange(states, change)];
    unplaced.push(...found.map(each => ({ ...each, path: ['changes', index, ...each.path] })));
    const state = states.get(change.path);
    if (state && found.length === 0)
      states.set(change.path, stateOf(state, [...state.history, stepOf(change)]));
  }
  return { states, unplaced };
}

function stateOf(version: { path: string; digest: string }, history: readonly StatusStep[]): ArtifactState {
  return { path: version.path, digest: version.digest, ...history.at(-1)!, history };
}

/** Returns the step that a change makes: its status, time and successor, and its reason or, without one, the usual reason. */
export function stepOf(change: StatusChange): StatusStep {
  return {
    status: change.status,
    reason_code: change.reason_code ?? usualReason[change.status] ?? 'unspecified',
    since: change.since,
    ...(change.superseded_by !== undefined && { superseded_by: change.superseded_by }),
  };
}

/** Returns a fault if a change is earlier than the one before it. The list is a history, and the log takes over its order. */
function checkOrder(changes: readonly StatusChange[], index: number): UnplacedFault[] {
  const before = changes[index - 1];
  const { since } = changes[index]!;
  if (before === undefined || before.since <= since) return [];
  const message = `The change is of ${since}, and the one above it of ${before.since}.`;
  return [{ path: ['since'], rule: 'order', message, help: 'Add changes at the end of the list.' }];
}

function checkChange(states: ReadonlyMap<string, ArtifactState>, change: StatusChange): UnplacedFault[] {
  const state = states.get(change.path);
  if (state === undefined) {
    const message = `No published version has the path \`${change.path}\`.`;
    const help = `Name a path of the record of publications.${didYouMean(change.path, [...states.keys()])}`;
    return [{ path: ['path'], rule: 'unknown-version', message, help }];
  }
  return [
    ...checkTransition(state, change),
    ...checkTime(state, change),
    ...checkReason(change),
    ...checkSuccessor(states, change),
  ];
}

function checkTransition(state: ArtifactState, { status }: StatusChange): UnplacedFault[] {
  const allowed = transitions[state.status];
  if (allowed.includes(status)) return [];
  const message = `\`${state.path}\` is ${state.status}, from where no change leads to ${status}.`;
  const help =
    allowed.length > 0
      ? `Write one of ${allowed.join(', ')}.`
      : `A ${state.status} version stays so: remove the change, or publish a new version.`;
  return [{ path: ['status'], rule: 'illegal-transition', message, help }];
}

function checkTime(state: ArtifactState, { since }: StatusChange): UnplacedFault[] {
  if (since > state.since || (since === state.since && state.history.length === 1)) return [];
  const message = `\`${state.path}\` has been ${state.status} since ${state.since}, which is not before ${since}.`;
  return [{ path: ['since'], rule: 'order', message, help: 'Write the time of the change.' }];
}

function checkReason({ status, reason_code }: StatusChange): UnplacedFault[] {
  if (reason_code === 'published' && status !== 'revoked') {
    const message = 'The reason `published` belongs to the publication itself.';
    return [
      {
        path: ['reason_code'],
        rule: 'reason',
        message,
        help: 'Leave it out, or say why the status changes.',
      },
    ];
  }
  if (status !== 'revoked' || !emptyReasons.includes(reason_code)) return [];
  const message = 'A revocation says why, in `reason_code`.';
  return [
    {
      path: ['reason_code'],
      rule: 'reason',
      message,
      help: 'Add a reason code such as `unsafe` or `rights`.',
    },
  ];
}

function checkSuccessor(states: ReadonlyMap<string, ArtifactState>, change: StatusChange): UnplacedFault[] {
  const { status, superseded_by } = change;
  const complain = (message: string, help: string): UnplacedFault[] => [
    { path: ['superseded_by'], rule: 'successor', message, help },
  ];
  if (status !== 'superseded') {
    if (superseded_by === undefined) return [];
    return complain(
      `A version that becomes ${status} has no successor.`,
      'Remove it, or write `superseded`.',
    );
  }
  if (superseded_by === undefined) {
    return complain('A superseded version names its successor.', 'Add `superseded_by:` with its path.');
  }
  const successor = states.get(superseded_by);
  if (successor === undefined) {
    const help = `Publish it first, or name another.${didYouMean(superseded_by, [...states.keys()])}`;
    return complain(`The successor \`${superseded_by}\` does not exist.`, help);
  }
  if (successor.status === 'revoked') {
    return complain(
      `The successor \`${superseded_by}\` is revoked.`,
      'Name a version that may be used, or revoke this one.',
    );
  }
  if (leadsTo(states, superseded_by, change.path)) {
    return complain(
      `The successors of \`${superseded_by}\` lead back to \`${change.path}\`.`,
      'Name a newer version.',
    );
  }
  return [];
}

/** Tells whether the successors of one version, followed one after another, lead to another version. */
function leadsTo(states: ReadonlyMap<string, ArtifactState>, from: string, to: string): boolean {
  for (let path: string | undefined = from; path !== undefined; path = states.get(path)?.superseded_by) {
    if (path === to) return true;
  }
  return false;
}
