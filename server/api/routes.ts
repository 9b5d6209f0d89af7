/** Every branch of the service, in the order in which a request tries them. */
import { paths } from '#document/message/door.ts';
import { mcpPath, openAiPath } from '#document/text/protocol.ts';
import { answerCommandPackage, isCommandPackage } from '../http/command-package.ts';
import type { Branch } from '../http/dispatch.ts';
import { answerHealth, isProbe } from '../http/health.ts';
import { answerKnownPage, isKnownPage, opennessOfKnown } from '../http/page.ts';
import { answerProof, isProof } from '../http/proof.ts';
import { isSearch } from '../http/search-target.ts';

/** Tells whether an address is a path. The address may have a slash at its end and a query. */
const isAt = (path: string, url: string): boolean =>
  url.startsWith(path) && /^\/?(?:\?|$)/.test(url.slice(path.length));

/**
 * The branches, the first match first. Every handler but the first is loaded when it is first needed, so that a server starts
 * at once.
 */
export const branches: readonly Branch[] = [
  // Every path in the manifest. Its answers were prepared in advance.
  { isAt: isKnownPage, type: 'page', open: opennessOfKnown, handler: answerKnownPage },
  {
    isAt: ({ url }) => url === paths.receipt,
    type: 'receipt',
    load: async () => (await import('../http/use-receipt.ts')).postUseReceipt,
  },
  {
    isAt: ({ url }) => isAt(mcpPath, url!),
    load: async context => (await import('../mcp/endpoint.ts')).openEndpoint(context),
  },
  {
    isAt: ({ url }) => isAt(openAiPath, url!),
    load: async context => (await import('../mcp/endpoint.ts')).openOpenAiEndpoint(context),
  },
  {
    isAt: isSearch,
    type: 'page',
    load: async () => (await import('../http/search.ts')).answerSearch,
  },
  { isAt: isProbe, type: 'probe', handler: answerHealth },
  { isAt: isProof, type: 'proof', handler: answerProof },
  { isAt: isCommandPackage, type: 'proof', handler: answerCommandPackage },
  // Express, with the routes of the API. It also answers pages under unusual addresses, and addresses that do not exist.
  {
    isAt: () => true,
    load: async context => (await import('./answers.ts')).answerRoutes(context),
  },
];
