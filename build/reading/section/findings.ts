/** Findings on a pattern or in a domain: a picture above the list, whose lines say on which side they are. */
import { evidencePicture } from '../evidence.ts';
import { Html } from '../html.ts';
import type { Parts, ShownBody } from './parts.ts';

export const findingsParts = ({ beside: { evidence = [] }, body }: ShownBody): Parts => ({
  before: evidence.length > 0 ? evidencePicture(evidence) : undefined,
  body: new Html(marked(body.html.text)),
  shows: [],
});

const sides: Record<string, string> = { For: 'supports', Undecided: 'mixed', Against: 'against' };

/** Gives each line that begins with a side the class of that side. */
const marked = (text: string): string =>
  text.replace(/<li><strong>(For|Undecided|Against)<\/strong>: /g, (_, side: string) => {
    return `<li class="claim ${sides[side]}"><strong>${side}</strong> `;
  });
