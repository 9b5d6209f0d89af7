/** The page of findings on a pattern or in a domain: a picture above the list, and the side of each finding on its line. */

import { effectPlots } from '../drawing/effect/plot.ts';
import { Html } from '../html/html.ts';
import type { Parts, ShownBody } from './parts.ts';

export const findingsParts = ({ path, beside: { effects = [] }, body }: ShownBody): Parts => ({
  before:
    effects.length > 0
      ? effectPlots(effects, path.startsWith('/patterns/') ? 'it' : 'the pattern')
      : undefined,
  body: new Html(marked(body.html.text)),
  shows: [],
});

const sides: Record<string, string> = { For: 'supports', Undecided: 'mixed', Against: 'against' };

/** The class of a line below a claim, and the further labels that may occur in it, by the label with which the line begins. */
const labels: Record<string, { style: string; more: RegExp }> = {
  Result: { style: 'result', more: /\. (Measure|Compared with):/g },
  Conditions: { style: 'how', more: /\. (Limits):/g },
};

/**
 * Gives each claim the class of its side, and each line of a claim the class of its part: the claim,
 * its result, its method or its source.
 */
const marked = (text: string): string => text.split('\n').map(markedLine).join('\n');

function markedLine(line: string): string {
  const [, side, claim] = /^<li><strong>(For|Undecided|Against)<\/strong>: (.*)$/.exec(line) ?? [];
  if (side !== undefined)
    return `<li class="claim ${sides[side]}"><strong>${side}</strong> ${part('what', claim!)}`;
  const label = labels[line.slice(0, line.indexOf(':'))];
  if (label) return part(label.style, bold(line, label.more));
  return line.startsWith('<a href="/research/') ? part('from', line) : line;
}

/** Sets the first label of a line and the further labels in bold. */
const bold = (line: string, more: RegExp): string =>
  line.replace(/^[A-Z][a-z]+:/, '<b>$&</b>').replace(more, '. <b>$1:</b>');

/** Puts a line of a claim into an element of its class, and keeps the end tag of the list item outside that element. */
const part = (style: string, line: string): string =>
  line.endsWith('</li>')
    ? `<span class="${style}">${line.slice(0, -'</li>'.length)}</span></li>`
    : `<span class="${style}">${line}</span>`;
