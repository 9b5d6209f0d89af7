/** HTML as text that is safe by construction: a value in a template is escaped unless it is HTML already. */

/** A piece of HTML. */
export class Html {
  readonly text: string;

  /**
   * Wraps a text that is HTML already.
   * @param text HTML that needs no escaping
   */
  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Insert = Html | string | number | undefined | false | readonly Insert[];

/**
 * Returns HTML from a template. Texts and numbers are escaped, lists are joined, and `undefined` and `false` give nothing. A
 * line break in the template vanishes next to a tag or an insert, and is a space anywhere else.
 */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  let parts = joined.get(strings);
  if (parts === undefined) {
    parts = strings.map(joinLines);
    joined.set(strings, parts);
  }
  let text = parts[0]!;
  for (let at = 0; at < inserts.length; at += 1) text += written(inserts[at]) + parts[at + 1]!;
  return new Html(text);
}

const joined = new WeakMap<TemplateStringsArray, readonly string[]>();

function joinLines(text: string): string {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  const last = lines.length - 1;
  const parts = lines
    .map((line, at) => (at === 0 ? line.trimEnd() : at === last ? line.trimStart() : line.trim()))
    .filter(line => line !== '');
  const glued = parts.map((part, at) => {
    const before = parts[at - 1];
    return before === undefined || before.endsWith('>') || part.startsWith('<') ? part : ` ${part}`;
  });
  return glued.join('');
}

/** HTML without any text. */
export const nothing = new Html('');

function written(insert: Insert): string {
  if (insert instanceof Html) return insert.text;
  if (insert === undefined || insert === false) return '';
  return typeof insert === 'object' ? insert.map(written).join('') : escapeHtml(String(insert));
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for HTML and SVG, in content and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, sign => signs[sign]!);
