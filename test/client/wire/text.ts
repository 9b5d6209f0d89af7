/** The common parts of the protocols. */
import type { Answer } from '../model.ts';

/** All texts within a value, a line each: results come as texts, as lists of items, or as both in one another. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textsIn).join('\n');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textsIn).join('\n');
  return '';
}

/** Events of a stream (text/event-stream), each with a name where the protocol gives it one. */
export function eventStream<Event>(events: readonly Event[], nameOf?: (event: Event) => string): Answer {
  const lines = events.map(event => {
    const name = nameOf ? `event: ${nameOf(event)}\n` : '';
    return `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
  });
  return { type: 'text/event-stream', text: lines.join('') };
}
