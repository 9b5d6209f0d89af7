/**
 * Joins the messages of many documents that name one missing thing to a single message with all its places.
 *
 * A pattern that was renamed by hand is named in dozens of records, starters and links. Its message points to the first place
 * that can be edited; if only published versions name the pattern, the help says how their name resolves again, since they never
 * change.
 */
import { groupBy } from '../../document/text/group.ts';
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

/** The greatest number of places that one message lists. */
const maxPlaces = 8;

/** Joins messages that share a cause into one, and messages of one file that name the same unknown role. */
export function joinByCause(
  messages: readonly SourceFault[],
  { versions }: Pick<Catalog, 'versions'>,
): SourceFault[] {
  const fixed = new Set(versions.filter(({ more }) => more.published).map(({ file }) => file));
  const keyOf = (message: SourceFault): unknown => {
    const { cause, rule, file } = message;
    return cause ?? (rule === 'unknown-role' ? [file, message.message].join('\0') : message);
  };
  return [...groupBy(messages, keyOf).values()].map(group => withPlaces(group, fixed));
}

function withPlaces(group: readonly SourceFault[], fixed: ReadonlySet<string>): SourceFault {
  // The message of a file that can be edited stands for all, if there is one.
  const head = group.find(({ file }) => !fixed.has(file)) ?? group[0]!;
  const name = /^pattern:(.*)$/.exec(head.cause ?? '')?.[1];
  const isPublished = group.some(({ file }) => fixed.has(file));
  const renamed = name && (group.length > 2 || isPublished) && !head.help.includes('is an alias');
  const advice = renamed
    ? ` If it was renamed, undo that and run \`npm run rename -- ${name} NEW\`: that command keeps the old name as an alias.`
    : '';
  const help = head.help + advice;
  if (group.length === 1) return { ...head, help };
  const others = group.filter(each => each !== head);
  const places = others.slice(0, maxPlaces).map(({ file, line }) => `${file}:${line}`);
  const more = others.length > maxPlaces ? ` and ${others.length - maxPlaces} more` : '';
  const versions = isPublished ? ' (published versions among them, which never change)' : '';
  return { ...head, message: `${head.message} Also at ${places.join(', ')}${more}${versions}.`, help };
}
