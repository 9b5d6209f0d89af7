/**
 * Writes plain data as YAML if every text fits on one line without escapes, as nearly all do: the same bytes
 * as the whole writer, without its tree. Undefined where the whole writer must decide on quotes or folds.
 */

const plainWord = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;
const maxFlowLength = 100;
/** What the core schema of YAML 1.2 reads as something other than text (10.3.2); as text it needs quotes. */
const other =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** The signs with which a plain text cannot begin, continue or end (YAML 1.2, 7.3.3), as the whole writer has them. */
const needsQuotes = /^[ ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-] |: | #|[ :]$/;
/** Printable, and none of the signs that a quoted text escapes. */
const printable = /^[\x20-\x7e\u00a1-\u1fff\u2010-\u2027\u2030-\ud7ff]*$/;
const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;

const beyond = new Error('not plain');

/** The YAML of a mapping, or undefined. */
export function writePlainYaml(value: Record<string, unknown>): string | undefined {
  try {
    return mapping(value, '').join('');
  } catch (error) {
    if (error === beyond) return undefined;
    throw error;
  }
}

/** The lines of a block mapping, each ended. */
function mapping(value: object, indent: string): string[] {
  const lines = Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined) return [];
    if (!plainKey.test(key) || other.test(key)) throw beyond;
    return field(key, item, indent);
  });
  if (lines.length === 0) throw beyond;
  return lines;
}

function field(key: string, item: unknown, indent: string): string[] {
  if (typeof item !== 'object' || item === null) return [`${indent}${key}: ${scalar(item)}\n`];
  const flow = flowOf(item);
  if (flow !== undefined) return [`${indent}${key}: ${flow}\n`];
  const inner = `${indent}  `;
  return [`${indent}${key}:\n`, ...(Array.isArray(item) ? list(item, inner) : mapping(item, inner))];
}

function list(items: readonly unknown[], indent: string): string[] {
  return items.flatMap(item => {
    if (typeof item !== 'object' || item === null) return [`${indent}- ${scalar(item)}\n`];
    const flow = flowOf(item);
    if (flow !== undefined) return [`${indent}- ${flow}\n`];
    if (Array.isArray(item)) throw beyond;
    const [first = '', ...rest] = mapping(item, `${indent}  `);
    return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
  });
}

/** A collection on one line, when it is short and holds only plain words. */
function flowOf(item: object): string | undefined {
  if (Array.isArray(item)) {
    const words = item.map(wordOf);
    return fits(words, item) ? `[${words.join(', ')}]` : undefined;
  }
  const entries = Object.entries(item).filter(([, value]) => value !== undefined);
  const words = entries.flat().map(wordOf);
  if (!fits(words, entries.flat())) return undefined;
  return `{${entries.map((_, at) => `${words[2 * at]}: ${words[2 * at + 1]}`).join(', ')}}`;
}

/** Whether all are words, and together with their commas they fit a line. */
const fits = (words: readonly (string | undefined)[], items: readonly unknown[]): boolean =>
  !words.includes(undefined) && items.join(', ').length <= maxFlowLength;

/** A scalar as written within a line of words; undefined if it is not one. */
function wordOf(item: unknown): string | undefined {
  if (typeof item === 'number' && Number.isSafeInteger(item)) return String(item);
  if (typeof item !== 'string') {
    if (typeof item === 'object' && item !== null) return undefined;
    throw beyond;
  }
  if (!plainWord.test(item)) return undefined;
  return other.test(item) ? `"${item}"` : item;
}

function scalar(item: unknown): string {
  if (typeof item === 'number' && Number.isSafeInteger(item)) return String(item);
  if (typeof item === 'boolean') return String(item);
  if (typeof item !== 'string' || !printable.test(item) || /^(?:---|\.\.\.)/.test(item)) throw beyond;
  if (!needsQuotes.test(item) && !other.test(item)) return item;
  // Escapes are avoided where the other quotes need none.
  return item.includes('"') && !item.includes("'") ? `'${item}'` : JSON.stringify(item);
}
