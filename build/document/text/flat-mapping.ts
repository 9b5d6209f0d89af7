/**
 * Reads the simplest front matter: one `key: value` in each line, where values are single words or whole numbers. Receipts have
 * this form, and the YAML parser takes eight times as long for one (the bench row "durable redemption").
 */

/** A mapping, and the offsets at which its keys begin in the text. */
interface FlatMapping {
  value: Record<string, unknown>;
  offsets: ReadonlyMap<string, number>;
}

const maxLines = 64;
/**
 * A line whose value has no other meaning in YAML: a word without marks of structure, or a plain number of at most 15 digits.
 */
const line = /^([a-z][a-z_]*): ([A-Za-z][A-Za-z0-9._/-]*|[1-9][0-9]{0,14}|0)$/;

/**
 * Reads a text of at most 64 lines in which every line has the form of `line` and no key appears twice.
 * @param toValue converts a value without quotes
 * @returns undefined for any other text, which the parser must read
 */
export function readFlatMapping(yaml: string, toValue: (text: string) => unknown): FlatMapping | undefined {
  const lines = yaml.split('\n', maxLines + 1);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0 || lines.length > maxLines) return undefined;
  const value: Record<string, unknown> = {};
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const each of lines) {
    const [, key, text] = line.exec(each) ?? [];
    if (key === undefined || offsets.has(key)) return undefined;
    value[key] = toValue(text!);
    offsets.set(key, offset);
    offset += each.length + 1;
  }
  return { value, offsets };
}
