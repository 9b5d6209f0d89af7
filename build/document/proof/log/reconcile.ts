/** Brings the entries for the content into the order of the log, and refuses content that would shrink or fork the log. */
import { type ContentEntry, describeEntry, type LogEntry, readEntry, writeEntry } from './entry.ts';
import { LogError } from './error.ts';

/**
 * Returns the entries that a log must have: the existing ones unchanged, then the new ones in the given order. Existing entries
 * about names of the log stay, although no content has them.
 * @param logged the texts of the entries that the log has
 * @param wanted the required entries: first one for a new name, if there is one, then those for the content
 * @throws LogError `shrink` when the content no longer has what an entry records, `fork` when it says something else
 */
export function reconcile(logged: readonly string[], wanted: readonly LogEntry[]): string[] {
  const waiting = new Map(wanted.map(entry => [writeEntry(entry), entry]));
  for (const [index, text] of logged.entries()) {
    if (waiting.delete(text) || isOfName(text)) continue;
    throw contradiction(logged, index, [...waiting.values()].filter(isOfContent));
  }
  return [...logged, ...waiting.keys()];
}

const isOfContent = (entry: LogEntry) => entry.type !== 'continued';
const isOfName = (text: string) => readEntry(text)?.type === 'continued';

function contradiction(logged: readonly string[], index: number, waiting: readonly ContentEntry[]): LogError {
  const text = logged[index]!;
  const entry = readEntry(text) as ContentEntry | undefined;
  const where = `Entry ${index} of the log`;
  if (entry === undefined) return new LogError('damaged', `${where} is not an entry of this service.`);
  if (logged.indexOf(text) < index) return new LogError('damaged', `${where} appears in it twice.`);
  const other = waiting.find(each => each.type === entry.type && each.path === entry.path);
  if (other === undefined) {
    const message = `${where} (${describeEntry(entry)}) is no longer in the content: the log would shrink.`;
    return new LogError('shrink', `${message} Restore it in content/trust/.`);
  }
  const message = `${where} (${describeEntry(entry)}) differs from the content: the log would fork.`;
  return new LogError('fork', `${message} The log has\n${text}and the content\n${writeEntry(other)}`);
}
