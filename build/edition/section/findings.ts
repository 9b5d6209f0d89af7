/** Findings on a pattern or in a domain: a picture above the list, and on each line the side that it is on. */

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

/** Gives each claim the class of its side, and each of its lines the class of its part: the claim, its method, its source. */
const marked = (text: string): string => text.split('\n').map(markedLine).join('\n');

function markedLine(line: string): string {
  const [, side, claim] = /^<li><strong>(For|Undecided|Against)<\/strong>: (.*)$/.exec(line) ?? [];
  if (side !== undefined)
    return `<li class="claim ${sides[side]}"><strong>${side}</strong> ${withResult(claim!)}`;
  if (line.startsWith('Conditions: '))
    return part(
      'how',
      line.replace(' Limits: ', ' <b>Limits:</b> ').replace('Conditions:', '<b>Conditions:</b>'),
    );
  return line.startsWith('<a href="/research/') ? part('from', line) : line;
}

/** Renders a claim and the result that follows it in brackets, if there is one. */
function withResult(claim: string): string {
  const at = claim.lastIndexOf('. (');
  if (at < 0 || !claim.endsWith(')')) return part('what', claim);
  return `${part('what', claim.slice(0, at + 1))} ${part('result', claim.slice(at + 3, -1))}`;
}

/** Renders a line of a claim, and keeps the end of the list item outside it. */
const part = (style: string, line: string): string =>
  line.endsWith('</li>')
    ? `<span class="${style}">${line.slice(0, -'</li>'.length)}</span></li>`
    : `<span class="${style}">${line}</span>`;
