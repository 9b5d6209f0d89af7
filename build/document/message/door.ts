/**
 * Doors. A door is an address, or a family of addresses, at which the service answers. `public.ts` declares the doors that need
 * no credential, and `routes.ts` those of the API.
 *
 * A door is declared only there. The server refuses methods and sizes by the declaration, and the following are made from it: the
 * answers to OPTIONS, the OpenAPI description, the templates of MCP, the guide of tenant routes, and the tests of methods,
 * isolation and cost.
 */
import type { QueryParameter } from './query.ts';

/** The requests that all doors of one type accept, and the most that a request may cost. */
interface DoorType {
  /** The methods that are answered, apart from OPTIONS. */
  methods: readonly ('GET' | 'HEAD' | 'POST')[];
  /** Whether OPTIONS is answered. Doors that need a credential do not answer it, since no other site may send a credential. */
  options: boolean;
  /** The media type of the body, and its largest size in bytes (docs/http.md#9); absent if these doors take no body. */
  body?: { mediaType: string; limit: number };
  /** Whether requests are counted and limited by network or by credential (docs/http.md#10); absent if they are not limited. */
  counted?: 'network' | 'credential';
  /**
   * The most milliseconds of processor time that one request may cost. The campaign `cost` searches for requests that cost
   * more.
   */
  cost: number;
}

const [markdown, json] = ['text/markdown', 'application/json'];
const reading = ['GET', 'HEAD'] as const;
const sending = ['POST'] as const;
const open = { methods: reading, options: true } as const;

export const doorTypes = {
  page: { ...open, cost: 3 },
  /** A file whose address a convention fixes. */
  discovery: { ...open, cost: 3 },
  /** The proofs of pages: the manifest, its signature and its parts. */
  proof: { ...open, cost: 60 },
  probe: { ...open, cost: 3 },
  receipt: {
    ...{ methods: sending, options: true, counted: 'network', cost: 3 },
    body: { mediaType: markdown, limit: 4096 },
  },
  rpc: {
    ...{ methods: sending, options: true, counted: 'network', cost: 25 },
    body: { mediaType: json, limit: 262_144 },
  },
  /** A document that a tenant reads. */
  read: { methods: reading, options: false, counted: 'credential', cost: 60 },
  /** A document that a tenant sends. */
  change: {
    ...{ methods: sending, options: false, counted: 'credential', cost: 60 },
    body: { mediaType: markdown, limit: 262_144 },
  },
} as const satisfies Record<string, DoorType>;

export interface Door {
  type: keyof typeof doorTypes;
  /** The path. A variable `{name}` stands for one part of it, and `{+name}` for one or more (RFC 6570). */
  path: string;
  summary: string;
  /** Who may use the door: `anyone`, `ticket`, `runner`, or the scope that a credential must have. */
  access: string;
  query: readonly QueryParameter[];
  /** The kinds of documents that may be sent; empty if there is no body, or if it is not a document. */
  sends: readonly string[];
  /** The kinds of documents that a successful answer may be, or the media type of an answer that is not a document. */
  answers: readonly string[];
  /** The most milliseconds of processor time that one request may cost, if it is not that of the type. */
  cost?: number;
}

export const typeOf = ({ type }: Pick<Door, 'type'>): DoorType => doorTypes[type];

/** Returns the main method of a door. HEAD is answered like GET. */
export const methodOf = (door: Pick<Door, 'type'>): 'GET' | 'POST' =>
  typeOf(door).methods.includes('GET') ? 'GET' : 'POST';

/** Returns the most milliseconds of processor time that one request to a door may cost. */
export const costOf = (door: Pick<Door, 'type' | 'cost'>): number => door.cost ?? typeOf(door).cost;

/** The part of an expression that excludes the further pages of a list, whose paths look like those of versions. */
const furtherPage = '(?!/[^/]+/index/)';

/**
 * Makes the expression that matches the paths of a door, with its variables as named groups. It does not match the index of a
 * family.
 */
export function formOf({ path }: Pick<Door, 'path'>): RegExp {
  const source = path.replaceAll(
    /\{(\+?)(\w+)\}|[.+?()[\]\\^$|*]/g,
    (found, plus?: string, name?: string) => {
      if (name === undefined) return `\\${found}`;
      return `(?<${name}>${plus ? '.+' : '(?!index\\.md$)[^/]+'})`;
    },
  );
  return new RegExp(`^${path.includes('/index/') ? '' : furtherPage}${source}$`);
}

/** The paths of the packed command and its digest. */
export const commandPaths = {
  archive: '/agent-topology.tgz',
  digest: '/agent-topology.tgz.sha256',
} as const;

/** The paths of doors that code outside the declarations also uses. */
export const paths = {
  receipt: '/v1/use-receipts',
  search: '/search.md',
  searchTwin: '/search.html',
  live: '/livez',
  ready: '/readyz',
} as const;
