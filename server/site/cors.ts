/**
 * The permissions of a browser for the pages of other sites (Fetch, CORS protocol): they read and send everything public, from
 * everywhere, and nothing of a tenant. No cookie exists, so `*` gives nobody anything that is another's.
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

/** The headers that open an answer, by type of answer; names and values in turn. */
export const openTo = {
  /** A page that carries no ticket (docs/discovery.md#2). */
  page: openWith(ofPage),
  /** A page that is an artifact, or may carry a ticket. */
  artifact: openWith(`${ofPage}, Retry-After, Artifact-Status, ${ofTicket}`),
  redirect: ['Access-Control-Allow-Origin', '*'],
  acceptance: openWith('Link, Idempotent-Replayed'),
  error: openWith('Allow, Link, Request-Id, Retry-After, WWW-Authenticate'),
} as const;

/** The openness of an address: its methods, and the headers that pages of other sites may send and read. */
export interface Openness {
  /** The methods that are answered, but OPTIONS, which always is. */
  takes: ReadonlySet<string>;
  /** All methods of the address, as `Allow` lists them. */
  methods: string;
  /** Absent where only pages of the service itself may ask. */
  cors?: {
    /** Header fields that a page of another site may send. */
    headers: string;
    exposed: string;
  };
}

const open = (type: keyof typeof doorTypes, cors?: Openness['cors']): Openness => ({
  takes: new Set(doorTypes[type].methods),
  methods: [...doorTypes[type].methods, 'OPTIONS'].sort().join(', '),
  ...(cors && { cors }),
});

/** The headers for each type of door that needs no credential and does not set them itself. */
export const openness = {
  /** Fixed by the convention (docs/discovery.md#2). */
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
