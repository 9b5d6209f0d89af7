/** A term of a glossary, as it is written in bold before its definition: `Formation:`. */

interface Term {
  name: string;
  /** Its anchor on the page. */
  anchor: string;
}

const written = /^([^\s:][^:]{0,59}):$/;

/** Returns the term that a text in bold defines; undefined where it defines none. */
export function termIn(bold: string): Term | undefined {
  const name = written.exec(bold)?.[1]?.trim();
  if (name === undefined) return undefined;
  const anchor = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return { name, anchor };
}
