/**
 * Checks that no Mermaid in a text acts: a drawn diagram may hold links, call functions of the page that draws it, and load its
 * own settings.
 *
 * - `click lead href "…"`, `click lead call open()`, `href "…"` and `%%{init: …}%%` are refused in every line of a document,
 *   since a text such as `lead"] click A href "…` would act where a program puts it into a diagram unquoted
 * - HTML, entities, images, styles that load, and settings between `---` are refused within a block of Mermaid
 * - a role with the purpose "Clicks the call button" is prose, and passes
 */
import { type Fault, maxFaults } from '../text/fault.ts';
import { firstInLines, placesIn } from '../text/line.ts';

interface Act {
  what: string;
  /**
   * A part of everything that `shape` can match. It is searched first, since that costs almost nothing; absent if `shape` is as
   * quick.
   */
  sign?: RegExp;
  shape: RegExp;
}

const anywhere: readonly Act[] = [
  { what: 'a setting of Mermaid (`%%{`)', shape: /%%\{/g },
  {
    what: '`click` of Mermaid',
    sign: /click/iu,
    shape: /\bclick[ \t]{1,9}[\p{L}\p{N}_.-]{1,64}[ \t]{1,9}(?:(?:href|call|callback)\b|["'])/giu,
  },
  {
    what: '`href` with an address',
    shape: /\bhref(?:[ \t]{1,9}|[ \t]{0,9}=[ \t]{0,9})["'(]/gi,
  },
  { what: 'a script in place of an address', shape: /\b(?:java|vb)script:[^\s"'`]/gi },
];

const inDiagram: readonly Act[] = [
  { what: '`click`', shape: /\bclick[ \t]/gi },
  { what: '`href`', shape: /\bhref(?:[ \t=]|$)/gim },
  { what: '`call`', shape: /\bcall(?:back)?[ \t]{1,9}[\p{L}\p{N}_$]/giu },
  { what: 'a link', shape: /^[ \t>]{0,99}links?[ \t]/gim },
  { what: 'an address', shape: /[a-z]:\/\//gi },
  { what: 'HTML', shape: /<[a-z/!?]/gi },
  { what: 'an entity', shape: /[#&][a-z0-9]{1,9};/gi },
  { what: 'an image', shape: /\bimg[ \t]{0,9}[:=]/gi },
  { what: 'a style that loads', shape: /\burl[ \t]{0,9}\(|@import\b/gi },
  { what: 'settings between `---`', shape: /^[ \t>]{0,99}---[ \t]{0,99}$/gm },
];

/**
 * The line that opens a block of Mermaid. The fence may be in quotations and lists, and its first word may hold entities, which
 * Markdown resolves.
 */
const opening = /^[ \t>*+\-\d.)]*(`{3,}|~{3,})[ \t]*(?:\{?[ \t.]{0,9}(?:mermaid|mmd)\b|[a-z]{0,9}&)/gim;
const fence = /^([ \t>]*)(`{3,}|~{3,})[ \t]*\r?$/gm;

/**
 * Returns a fault for each place where the Mermaid in a text acts, or would act if the line were put into a diagram: at most
 * 100, in order.
 */
export function checkDiagrams(text: string): Fault[] {
  const found = new Map<number, string>();
  for (const act of anywhere) if (!act.sign || act.sign.test(text)) note(act, text, 0, found);
  for (const { start, end } of diagramsIn(text)) {
    const diagram = text.slice(start, end);
    for (const act of inDiagram) note(act, diagram, start, found);
    if (found.size > maxFaults * anywhere.length) break;
  }
  const placeOf = placesIn(text);
  const faults = [...found]
    .sort(([a], [b]) => a - b)
    .map(([index, what]): Fault => {
      const message = `The line holds ${what}, which acts when a diagram is drawn.`;
      const help = 'Write only nodes and arrows; put links into the text.';
      return { field: '', rule: 'diagram', message, help, ...placeOf(index) };
    });
  return faults.filter(({ line }, at) => faults[at - 1]?.line !== line).slice(0, maxFaults);
}

function note({ what, shape }: Act, text: string, offset: number, found: Map<number, string>): void {
  for (const { index } of firstInLines(text, shape))
    if (!found.has(offset + index)) found.set(offset + index, what);
}

/**
 * Yields the offsets of the blocks of Mermaid in a text, without their fences. In case of doubt, a block continues: only a
 * fence that is as long, of the same sign, and indented no further than Markdown allows closes it.
 */
function* diagramsIn(text: string): Generator<{ start: number; end: number }> {
  let from = 0;
  for (let open = openingFrom(text, from); open; open = openingFrom(text, from)) {
    const start = lineEnd(text, open.index + open[0].length);
    const marks = open[1]!;
    const column = open[0].indexOf(marks);
    fence.lastIndex = start;
    let close = fence.exec(text);
    while (close && !(close[2]!.startsWith(marks) && close[1]!.length <= Math.max(3, column)))
      close = fence.exec(text);
    from = close ? close.index + close[0].length : text.length;
    yield { start, end: close ? close.index : text.length };
  }
}

function openingFrom(text: string, from: number): RegExpExecArray | null {
  opening.lastIndex = from;
  return opening.exec(text);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}
