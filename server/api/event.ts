/** The event feed of a tenant: pages of events, and an answer that waits for the next one (docs/tenants.md#16). */
import { eventFeed } from '#document/message/index.ts';
import type { StoredEvent } from '../store/event.ts';
import { rfc3339 } from '../support/time.ts';
import type { Call } from './access.ts';
import { tenantPage } from './page.ts';
import { pageOf, wholeParameter } from './query.ts';
import type { Read } from './read.ts';

const maxWaitSeconds = 30;

export const readEvents: Read = async call => {
  const { after, limit } = pageOf(call.query);
  const seconds = wholeParameter(call.query, 'wait', { min: 0, max: maxWaitSeconds, absent: 0 });
  const events = await eventsAfter(call, after, limit, seconds);
  // Events are numbered without a gap, so only a gap before the first event shows that events were pruned.
  const isWhole = events[0]?.number === after + 1;
  const pruned = isWhole ? 0 : await call.context.store.events.pruned(call.tenantId);
  const next = Math.max(events.at(-1)?.number ?? after, pruned);
  const path = `${call.prefix}/events.md`;
  return tenantPage(call, {
    kind: eventFeed,
    path,
    title: `Events of ${call.tenantId}`,
    description: 'Every change, numbered without a gap in the order in which it was made.',
    fields: {
      after,
      ...(pruned > after && { first_kept: pruned + 1 }),
      next_after: next,
      events: events.map(eventFields),
    },
    body: events.length === 0 ? 'Nothing has happened since then.' : events.map(lineOf).join('\n'),
    // The feed has a further page as long as this page is full; after the last page, `next_after` says where to ask again.
    ...(events.length === limit && { links: [`<${path}?after=${next}&limit=${limit}>; rel="next"`] }),
  });
};

/**
 * Returns the events after a number. Where there are none, waits for the next event, and holds no connection of the database
 * meanwhile.
 */
async function eventsAfter(
  call: Call,
  after: number,
  limit: number,
  seconds: number,
): Promise<StoredEvent[]> {
  if (seconds === 0) return call.context.store.events.page(call.tenantId, after, limit);
  const leave = call.context.gatekeeper.admitLongPoll(call.credential.id, seconds);
  try {
    return await awaitedEvents(call, after, limit, seconds);
  } finally {
    leave();
  }
}

async function awaitedEvents(
  { context, tenantId, signal }: Call,
  after: number,
  limit: number,
  seconds: number,
): Promise<StoredEvent[]> {
  const read = () => context.store.events.page(tenantId, after, limit);
  // The wait begins before the first read, so that an event between the two ends the wait.
  const end = new AbortController();
  const ended = AbortSignal.any([signal, end.signal]);
  const wait = context.tenant.events.wait(tenantId, after, seconds * 1000, ended);
  const events = await read();
  if (events.length > 0) {
    end.abort();
    return events;
  }
  await wait;
  return read();
}

const eventFields = ({ progress, ...event }: StoredEvent) => ({
  ...event,
  at: rfc3339(event.at),
  ...(progress !== null && { progress: JSON.parse(progress) }),
});

const lineOf = ({ number, kind, subject, at }: StoredEvent): string =>
  `- ${number}. ${kind} ${subject} at ${rfc3339(at)}`;
