/** The words of a text for which a question asks. */
import { asEngineReads } from './search-index.ts';
import { withSynonyms } from './synonyms.ts';
import { termsOf } from './words.ts';

interface Piece {
  text: string;
  /** Whether the piece is a word of the question, in any of its forms, or a synonym of one. */
  isAsked: boolean;
}

const parts = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;

/**
 * Divides a text into pieces, so that the words for which a question asks are pieces of their own.
 * Joined, the pieces give the text.
 */
export function highlighted(text: string, query: string): Piece[] {
  const asked = new Set(withSynonyms(termsOf(asEngineReads(query))));
  const pieces: Piece[] = [];
  for (const [part] of text.matchAll(parts)) {
    const isAsked = withSynonyms(termsOf(part)).some(term => asked.has(term));
    const last = pieces.at(-1);
    if (last && last.isAsked === isAsked) last.text += part;
    else pieces.push({ text: part, isAsked });
  }
  return pieces;
}
