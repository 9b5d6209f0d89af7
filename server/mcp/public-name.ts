/**
 * Checks the host names under which the endpoint is called. A hostile page can make its own name point to this machine (DNS
 * rebinding). A browser then sends that name as `Host`, and the page's own address as `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { hostOf, originHost } from '../http/public-name.ts';
import { RpcRefusal, rpcCode } from './rpc-refusal.ts';

/**
 * Requires that `Host`, and `Origin` if there is one, name this service.
 * @throws RpcRefusal 403 when one of them names anything else
 */
export function requirePublicName({ host, origin }: IncomingHttpHeaders, names: ReadonlySet<string>): void {
  if (host === undefined || !names.has(hostOf(host) ?? '')) {
    throw new RpcRefusal(
      403,
      rpcCode.server,
      'The Host header does not name this service. Use its public address; a proxy in front must pass Host on.',
    );
  }
  if (origin !== undefined && !names.has(originHost(origin) ?? '')) {
    throw new RpcRefusal(
      403,
      rpcCode.server,
      'The Origin header names another site. Connect from a program, or from a page of this service.',
    );
  }
}
