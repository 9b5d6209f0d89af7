/** The files that the page of an export holds, for programs that read the page. */

/**
 * Returns the files on the page of an export, by path: the text of each fenced block below a heading that is a path in backticks.
 * Each text ends with one newline.
 */
export function filesInPage(body: string): Map<string, string> {
  const blocks = new Map<string, string>();
  const lines = body.split('\n');
  let path: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const fence = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence !== undefined) {
      const end = lines.indexOf(fence, at + 1);
      if (end < 0) break;
      if (path !== undefined && !blocks.has(path))
        blocks.set(path, `${lines.slice(at + 1, end).join('\n')}\n`);
      at = end;
    }
    // The block is the first thing below its heading.
    if (line !== '') path = /^## `([^`]+)`$/.exec(line)?.[1];
  }
  return blocks;
}
