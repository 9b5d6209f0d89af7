/**
 * The host names under which the endpoint answers. A hostile page that made its own name point to this machine (DNS
 * rebinding) sends that name as `Host`, and every browser sends where a page came from as `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { hostOf, originHost } from '../http/public-name.ts';
import { RpcRefusal, rpcCode } from './rpc-refusal.ts';

/**
 * Requires that `Host`, and `Origin` where there is one, name this service.
 * @throws RpcRefusal 403
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
