/** Findings on a pattern or in a domain: a picture above the list. */
import { evidencePicture } from '../evidence.ts';
import { html } from '../html.ts';
import type { Parts, ShownBody } from './parts.ts';

export const findingsParts = ({ beside: { evidence = [] } }: ShownBody): Parts => ({
  before: evidence.length > 0 ? html`${evidencePicture(evidence)}` : undefined,
  shows: [],
});
