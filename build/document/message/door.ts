/**
 * A door is an address, or a family of them, at which the service answers. `public.ts` declares those that need no credential,
 * `routes.ts` those of the API. What a door declares is said nowhere else: the server refuses methods and sizes by it, and OPTIONS, the
 * OpenAPI description, the templates of MCP, the guide of tenant routes and the tests of methods, isolation and cost are made from it.
 */
import type { QueryParameter } from './query.ts';

/** The requests that all doors of one type take, and the most that one may cost. */
interface DoorType {
  /** The methods that they answer beside OPTIONS. */
  methods: readonly ('GET' | 'HEAD' | 'POST')[];
  /** Whether they answer OPTIONS: not where a credential is needed, which no other site may use. */
  options: boolean;
  /** The media type of a body, and its largest size in bytes (docs/http.md#9). */
  body?: { mediaType: string; limit: number };
  /** The holder to which its requests are counted, and which is limited (docs/http.md#10); absent if they are never limited. */
  counted?: 'network' | 'credential';
  /**
   * The most milliseconds of processor time that one request may cost. The campaign `cost` looks for requests that cost more.
   */
  cost: number;
}

const [markdown, json] = ['text/markdown', 'application/json'];
const reading = ['GET', 'HEAD'] as const;
const sending = ['POST'] as const;
const open = { methods: reading, options: true } as const;

export const doorTypes = {
  page: { ...open, cost: 3 },
  /** A file that a convention fixes, at its address. */
  discovery: { ...open, cost: 3 },
  /** The proofs of pages: the manifest and its parts. */
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
  /** A variable `{name}` is one part of the path, `{+name}` one or more (RFC 6570). */
  path: string;
  summary: string;
  /** Who may call it: `anyone`, `ticket`, `runner`, or the scope that a credential must hold. */
  access: string;
  query: readonly QueryParameter[];
  /** The kinds of documents that the body may be; none if there is no body or it is no document. */
  sends: readonly string[];
  /** The kinds of documents that a successful answer may be, or the media type of an answer that is no document. */
  answers: readonly string[];
  /** The most that one request may cost, in milliseconds, where that is not the cost of its type. */
  cost?: number;
}

/** Returns the type of a door, which says what requests it takes. */
export const typeOf = ({ type }: Pick<Door, 'type'>): DoorType => doorTypes[type];

/** Returns the method that a door is for: HEAD is answered as GET. */
export const methodOf = (door: Pick<Door, 'type'>): 'GET' | 'POST' =>
  typeOf(door).methods.includes('GET') ? 'GET' : 'POST';

/** Returns the most that one request of a door may cost, in milliseconds of processor time. */
export const costOf = (door: Pick<Door, 'type' | 'cost'>): number => door.cost ?? typeOf(door).cost;

/** Keeps a form from the further pages of a list, which have the shape of a version. */
const furtherPage = '(?!/[^/]+/index/)';

/**
 * Makes the expression that matches the paths of a door, with its variables as named groups. The index of a family is no page
 * of the family.
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

/** The packed command, and its digest. */
export const commandPaths = {
  archive: '/agent-topology.tgz',
  digest: '/agent-topology.tgz.sha256',
} as const;

/** The addresses that code elsewhere names too. */
export const paths = {
  receipt: '/v1/use-receipts',
  search: '/search.md',
  searchTwin: '/search.html',
  live: '/livez',
  ready: '/readyz',
} as const;
