/** Checks that every published version has the status that follows from the logged changes, wherever the status is stated. */
import { artifactStatus } from '#document/kind/artifact-status.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import type { StatusFields } from '#document/proof/document/status.ts';
import {
  type PublishedEntry,
  publishedEntry,
  type StatusEntry,
  statusEntry,
  writeEntry,
} from '#document/proof/log/entry.ts';
import { type ArtifactState, foldStatuses } from '#document/proof/status.ts';
import type { CheckFault } from '../../support/fault.ts';
import type { CheckInput } from '../check-input.ts';
import type { Page, Tree } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const statusCheck: Check = {
  name: 'statuses',
  help: 'Take the status that the log leads to, and ask the publisher.',
  run: (tree, evidence) => {
    const { states, unplaced } = statesOf(evidence);
    return [
      ...unplaced.map(message =>
        faultAt(tree, '/log/checkpoint', `The log has a change that is not allowed: ${message}`),
      ),
      ...[...states.values()].flatMap(state => checkState(tree, evidence, state)),
    ];
  },
};

/** Returns the present states of all versions, computed from the log. */
export function statesOf({ entries }: Pick<CheckInput, 'entries'>): {
  states: Map<string, ArtifactState>;
  unplaced: string[];
} {
  const published = entries.filter(entry => entry?.type === 'published') as PublishedEntry[];
  const changes = entries.filter(entry => entry?.type === 'status') as StatusEntry[];
  // The log records a change when it learns of it; what counts is when the change was made.
  const inOrder = changes
    .map(({ type: _type, digest: _digest, ...change }) => change)
    .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  const { states, unplaced } = foldStatuses(published, inOrder);
  return { states, unplaced: unplaced.map(({ message }) => message) };
}

function checkState(tree: Tree, evidence: CheckInput, state: ArtifactState): CheckFault[] {
  const path = artifactPath(state.digest, 'status');
  const value = evidence.documents.get(path)?.source.value;
  const told = [state.path, artifactPath(state.digest)].flatMap(each => {
    const page = tree.pages.get(each);
    return page ? checkTold(page, state) : [];
  });
  if (value === undefined) return [...told, faultAt(tree, path, `There is no status of ${state.path}.`)];
  const expected = expectedFields(evidence, state);
  const differing = Object.keys(artifactStatus.fields.shape).filter(
    field => JSON.stringify(value[field]) !== JSON.stringify(expected[field as keyof StatusFields]),
  );
  return [
    ...told,
    ...differing.map(field => faultAt(tree, path, `\`${field}\` is not what the log leads to.`)),
  ];
}

export function expectedFields(evidence: CheckInput, state: ArtifactState): StatusFields {
  const { digest, status, reason_code, since, superseded_by, path } = state;
  const texts = evidence.entries.map(entry => entry && writeEntry(entry));
  const history = state.history.map((step, at) => {
    const first = publishedEntry({ path, digest, published_at: step.since });
    return { ...step, log_index: texts.indexOf(writeEntry(at === 0 ? first : statusEntry(state, step))) };
  });
  const names = [path, artifactPath(digest)];
  return { digest, status, reason_code, since, superseded_by, names, history };
}

/** Checks the status in the answer or the manifest. In the answer of a site, an active version has none. */
function checkTold({ where, headers, entry }: Page, { status }: ArtifactState): CheckFault[] {
  const told = [
    ...(headers ? [headers['artifact-status'] ?? 'active'] : []),
    ...(entry || !headers ? [entry?.artifact?.status ?? 'none'] : []),
  ];
  const faults: CheckFault[] = [...new Set(told)]
    .filter(each => each !== status)
    .map(each => ({ where, message: `The page says that its status is ${each}, but it is ${status}.` }));
  if (status === 'revoked' && (entry?.ticket || headers?.['use-ticket'])) {
    faults.push({ where, message: 'It is revoked, but comes with a ticket.' });
  }
  return faults;
}
