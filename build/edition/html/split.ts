/** Pieces of HTML that this project wrote. */

/** Cuts a page into its tags and the texts between them, in order. */
export function tagsAndTexts(page: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < page.length; ) {
    const end = page[at] === '<' ? page.indexOf('>', at) + 1 : page.indexOf('<', at);
    const to = end <= at ? page.length : end;
    parts.push(page.slice(at, to));
    at = to;
  }
  return parts;
}
