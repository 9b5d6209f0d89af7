/** Reads the records of `content/trust/`: one file for each published version, and one for the changes of its status. */
import { publicationFolder } from '#document/kind/publication.ts';
import { type StatusChange, statusFolder } from '#document/kind/statuses.ts';
import { type ArtifactState, foldStatuses } from '#document/proof/status.ts';
import type { FieldPath } from '#document/text/fault.ts';
import { byText } from '#document/text/manifest.ts';
import type { PublicationFacts, StatusesFacts } from './facts.ts';
import type { SourceFault } from './source-fault.ts';

/** A source that records publications or changes of status. */
interface RecordSource<More = unknown> {
  name: string;
  file: string;
  more: More;
  message(path: FieldPath, rule: string, message: string, help: string): SourceFault;
}

/** The record of a published version, and the source that holds it. */
export interface PublishedVersion extends PublicationFacts {
  path: string;
  source: RecordSource;
}

/** Returns the records of publications in order of time and path. */
export const publicationsOf = (sources: readonly RecordSource<PublicationFacts>[]): PublishedVersion[] =>
  sources
    .map(source => {
      const { digest, published_at } = source.more;
      return { path: source.name.slice(publicationFolder.length), digest, published_at, source };
    })
    .sort((a, b) => byText(a.published_at, b.published_at) || byText(a.path, b.path));

/** A change of status, with the record that holds it and its index there. */
interface RecordedChange {
  change: StatusChange;
  source: RecordSource;
  at: number;
}

/**
 * Applies all changes of status, in order of time, path and step. Returns the resulting states, the changes, and the faults in
 * them. Changes in a file with a wrong order are left out.
 */
export function statusesOf(
  published: readonly PublishedVersion[],
  sources: readonly RecordSource<StatusesFacts>[],
): { states: Map<string, ArtifactState>; changes: StatusChange[]; faults: SourceFault[] } {
  const misplaced = sources.flatMap(orderFaults);
  const sound = sources.filter(source => !misplaced.some(({ file }) => file === source.file));
  const recorded = sound.flatMap(changesIn).sort(inOrder);
  const changes = recorded.map(({ change }) => change);
  const { states, unplaced } = foldStatuses(published, changes);
  const faults = unplaced.map(({ path: [, index, ...field], rule, message, help }) => {
    const { source, at } = recorded[index as number]!;
    // What is wrong with the path is wrong with the name of the file.
    return source.message(field[0] === 'path' ? [] : ['changes', at, ...field], rule, message, help);
  });
  return { states, changes, faults: [...misplaced, ...faults] };
}

const changesIn = (source: RecordSource<StatusesFacts>): RecordedChange[] => {
  const path = source.name.slice(statusFolder.length);
  return source.more.changes.map((change, at) => ({ change: { path, ...change }, source, at }));
};

const inOrder = (a: RecordedChange, b: RecordedChange): number =>
  byText(a.change.since, b.change.since) || byText(a.change.path, b.change.path) || a.at - b.at;

/** Returns a fault for each change that its file lists below a change of a later or the same time. */
function orderFaults(source: RecordSource<StatusesFacts>): SourceFault[] {
  const { changes } = source.more;
  return changes.flatMap(({ since }, at) => {
    const before = changes[at - 1];
    if (before === undefined || before.since < since) return [];
    const message = `The change is dated ${since}, but the one above it is dated ${before.since}.`;
    const help = 'Add changes at the end of the file, each later than the one above it.';
    return [source.message(['changes', at, 'since'], 'order', message, help)];
  });
}
