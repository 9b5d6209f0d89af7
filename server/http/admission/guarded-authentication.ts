/**
 * Checks credentials, except for a network that sent too many wrong ones: its requests are refused before anything is looked up
 * or hashed.
 *
 * Only refused credentials count. A credential that was valid from the same network within the last hour is checked in any
 * case, so that no client is kept out by a neighbour. Any other client of the network must wait for the end of the minute.
 */
import { createSecretKey, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../store/credential.ts';
import { BoundedMap } from '../../support/bounded.ts';
import { Refusal } from '../../support/refusal.ts';
import { type Authenticate, credentialIdOf } from '../../tenant/authenticate.ts';
import { networkId } from '../../ticket/rule/network.ts';
import { clientNetwork, type TrustsProxy } from './client.ts';
import { NetworkLimit, refusals } from './network-limit.ts';

/** Finds the caller of a request by its header `Authorization`. */
export type AuthenticateRequest = (header: string, request: IncomingMessage) => Caller | Promise<Caller>;

interface AuthenticationGuard {
  /**
   * Wraps a function that authenticates, so that it refuses networks that sent too many wrong credentials.
   * @throws Refusal `rate_limited`, and whatever `authenticate` throws
   */
  guard(authenticate: Authenticate): AuthenticateRequest;
  /**
   * Refuses a request at once if its credential would be refused unchecked, so that no more of the request need be read.
   * @throws Refusal `rate_limited` when its network sent too many wrong credentials
   */
  refuseEarly(header: string, request: IncomingMessage): void;
}

const what = 'requests with a credential that is not in force';
const rememberedMilliseconds = 3_600_000;
/**
 * The milliseconds for which a connection's valid credential is not noted again. A connection sends many requests with one
 * credential, and noting it costs a hash.
 */
const notedMilliseconds = 60_000;
const maxRemembered = 10_000;

export function authenticationGuard(
  perMinute: number,
  trustsProxy: TrustsProxy,
  now: () => number = () => performance.now(),
): AuthenticationGuard {
  const failures = new NetworkLimit(perMinute, now);
  const tooMany = refusals(what, perMinute);
  const good = new GoodCredentials(now);

  function refuseEarly(header: string, request: IncomingMessage): void {
    if (failures.isUnused) return;
    const network = clientNetwork(request, trustsProxy);
    if (network === undefined || !failures.isUsedUp(network) || good.has(header, network)) return;
    throw tooMany(failures.secondsLeft);
  }

  function fail(error: unknown, request: IncomingMessage): never {
    if (error instanceof Refusal && error.code === 'unauthenticated') {
      const network = clientNetwork(request, trustsProxy);
      if (network !== undefined) failures.take(network);
    }
    throw error;
  }

  const guard =
    (authenticate: Authenticate): AuthenticateRequest =>
    (header, request) => {
      refuseEarly(header, request);
      try {
        const caller = authenticate(header);
        if (!(caller instanceof Promise)) return caller;
        return caller.then(
          found => {
            const network = clientNetwork(request, trustsProxy);
            if (network !== undefined) good.add(found.id, network, request.socket);
            return found;
          },
          error => fail(error, request),
        );
      } catch (error) {
        return fail(error, request);
      }
    };
  return { guard, refuseEarly };
}

/** The credentials that were valid, each with a keyed digest of the network that it was used from. */
class GoodCredentials {
  readonly #key = createSecretKey(randomBytes(32));
  readonly #until = new BoundedMap<string, number>(maxRemembered);
  /** The credential that each connection used last, and when it was noted. */
  readonly #noted = new WeakMap<object, { id: string; network: string; at: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(id: string, network: string, connection: object): void {
    const at = this.#now();
    const noted = this.#noted.get(connection);
    if (noted?.id === id && noted.network === network && at < noted.at + notedMilliseconds) return;
    this.#until.set(this.#keyOf(id, network), at + rememberedMilliseconds + notedMilliseconds);
    this.#noted.set(connection, { id, network, at });
  }

  has(header: string, network: string): boolean {
    if (this.#until.size === 0) return false;
    const id = credentialIdOf(header);
    return id !== undefined && this.#now() < (this.#until.get(this.#keyOf(id, network)) ?? 0);
  }

  #keyOf(id: string, network: string): string {
    return networkId(`${id} ${network}`, this.#key);
  }
}
