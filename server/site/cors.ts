/**
 * The rights of pages of other sites in a browser (Fetch, CORS protocol): they may read and send everything public, from any
 * origin, and nothing of a tenant. The service has no cookies, so `*` gives nobody access to what belongs to others.
 */
import { doorTypes } from '#document/message/door.ts';

/**
 * Returns the headers of an answer that every origin may read.
 * @param exposed the response headers that scripts may read in addition to the usual ones
 */
const openWith = (exposed: string): readonly string[] => [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposed,
];

const ofPage = 'ETag, Link, Repr-Digest';
const ofTicket = 'Use-Ticket, Use-Ticket-Expires, Use-Ticket-Document-Length';

/** The headers that let every origin read an answer, by type of answer; names and values in turn. */
export const openTo = {
  /** For a page that never comes with a ticket (docs/discovery.md#2). */
  page: openWith(ofPage),
  /** For a page that is an artifact or may come with a ticket. */
  artifact: openWith(`${ofPage}, Retry-After, Artifact-Status, ${ofTicket}`),
  redirect: ['Access-Control-Allow-Origin', '*'],
  acceptance: openWith('Link, Idempotent-Replayed'),
  error: openWith('Allow, Link, Request-Id, Retry-After, WWW-Authenticate'),
} as const;

/** The openness of an address: its methods, and the headers that pages of other sites may send and read. */
export interface Openness {
  /** The methods that are answered, other than OPTIONS, which always is. */
  takes: ReadonlySet<string>;
  /** All methods of the address, in the form of the header `Allow`. */
  methods: string;
  /** The header fields that pages of other sites may send and read; absent where they may do neither. */
  cors?: {
    /** The header fields of a request that a page of another site may send. */
    headers: string;
    exposed: string;
  };
}

const open = (type: keyof typeof doorTypes, cors?: Openness['cors']): Openness => ({
  takes: new Set(doorTypes[type].methods),
  methods: [...doorTypes[type].methods, 'OPTIONS'].sort().join(', '),
  ...(cors && { cors }),
});

/** The openness of each type of door that needs no credential and does not set the headers itself. */
export const openness = {
  /** The openness that the convention for discovery documents requires (docs/discovery.md#2). */
  discovery: open('discovery', { headers: 'Content-Type, If-None-Match', exposed: ofPage }),
  page: open('page', {
    headers: 'Authorization, Content-Type, If-Modified-Since, If-None-Match',
    exposed: `${ofPage}, Retry-After, Artifact-Status, ${ofTicket}`,
  }),
  proof: open('proof', { headers: 'If-None-Match', exposed: 'ETag, Repr-Digest' }),
  probe: open('probe'),
  receipt: open('receipt', {
    headers: 'Content-Type',
    exposed: 'Link, Idempotent-Replayed, Request-Id, Retry-After',
  }),
} as const satisfies Record<string, Openness>;
