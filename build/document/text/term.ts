/** A term of a glossary. It is written in bold, with a colon, before its definition: `Formation:`. */

interface Term {
  name: string;
  /** The anchor of the term on its page. */
  anchor: string;
}

const written = /^([^\s:][^:]{0,59}):$/;

/** Returns the term that a bold text defines; undefined if it defines none. */
export function termIn(bold: string): Term | undefined {
  const name = written.exec(bold)?.[1]?.trim();
  if (name === undefined) return undefined;
  const anchor = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return { name, anchor };
}
