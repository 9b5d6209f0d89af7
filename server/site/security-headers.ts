/** The security headers of every answer, as `helmet` sets them for a service of plain documents. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { policies } from '#edition/policy.ts';

/**
 * Returns the security headers, names and values in turn. Asks `helmet` for them once, so that answers outside Express have
 * them too.
 */
export function securityHeaders(baseUrl: string): readonly string[] {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    // Public documents may be read from anywhere.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: baseUrl.startsWith('https:') && { maxAge: 63_072_000, includeSubDomains: false },
    xXssProtection: false,
    xDownloadOptions: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
  });
  const set: string[] = [];
  const recorder = {
    setHeader: (name: string, value: string) => set.push(name, String(value)),
    removeHeader: () => undefined,
  };
  protect({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return set;
}

/** Returns the headers of every answer, with the content security policy of a media type. */
export function headersFor(mediaType: string, common: readonly string[]): readonly string[] {
  const policy = policies[mediaType];
  const at = common.indexOf('Content-Security-Policy');
  return policy === undefined || at < 0 ? common : common.with(at + 1, policy);
}
