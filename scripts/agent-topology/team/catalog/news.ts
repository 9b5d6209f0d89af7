/** The changes that a catalog recorded since a project last read it: withdrawals first, and its own teams before all others. */
import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import type { ContentEntry, LogEntry } from '#document/proof/log/entry.ts';
import { parseNote } from '#document/proof/log/note.ts';
import { excerpt } from '../../../support/harmless.ts';
import type { CatalogLog } from './log.ts';
import { teamAt } from './version.ts';

/** So many lines are shown of one catalog. */
const maxLines = 20;

/** The kinds of news, those that matter most first. */
const ranks = ['revoked', 'deprecated', 'superseded', 'active', 'published'];

const whatOf = (entry: ContentEntry): string => (entry.type === 'status' ? entry.status : entry.type);

const isContent = (entry: LogEntry | undefined): entry is ContentEntry =>
  entry !== undefined && entry.type !== 'continued';

/**
 * Lines for people, none of which holds anything that the log's own format does not allow.
 * @param log one that was verified to continue the checkpoint
 * @param kept the checkpoint of the lock file
 * @param installed the names of the project's teams
 * @param more where the rest is
 */
export function newsOf(
  { entries }: Pick<CatalogLog, 'entries'>,
  kept: string,
  installed: ReadonlySet<string>,
  more: string,
): string[] {
  const { size } = readCheckpoint(parseNote(Buffer.from(kept)).text);
  const own = (entry: ContentEntry) => (installed.has(teamAt(entry.path)?.team ?? '') ? 0 : 1);
  const rank = (entry: ContentEntry) => ranks.indexOf(whatOf(entry));
  const isWithdrawal = (entry: ContentEntry) => (rank(entry) < ranks.indexOf('active') ? 0 : 1);
  // Of what is alike the newest comes first.
  const found = entries
    .slice(size)
    .filter(isContent)
    .reverse()
    .sort((a, b) => isWithdrawal(a) - isWithdrawal(b) || own(a) - own(b) || rank(a) - rank(b));
  const rest = found.length - maxLines;
  return [...found.slice(0, maxLines).map(lineOf), ...(rest > 0 ? [`${rest} more: ${excerpt(more)}`] : [])];
}

function lineOf(entry: ContentEntry): string {
  const named = teamAt(entry.path);
  const name = named ? `${named.team} ${named.version}` : entry.path;
  const day = (entry.type === 'status' ? entry.since : entry.published_at).slice(0, 'YYYY-MM-DD'.length);
  if (entry.type === 'published') return excerpt(`${day} ${name} published`);
  const by = entry.superseded_by && teamAt(entry.superseded_by);
  const how = by ? ` by ${by.team} ${by.version}` : ` (${entry.reason_code})`;
  return excerpt(`${day} ${name} ${entry.status}${how}`);
}
