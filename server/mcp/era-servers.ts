/** The two servers that answer requests, one for each era. They are made again when a new catalog is served. */
import type { Implementation, JSONRPCResponse } from '@modelcontextprotocol/server';
import { serverCardPath } from '#document/text/protocol.ts';
import { searchIndexOf } from '../search/site-index.ts';
import type { Site } from '../site/site.ts';
import type { CapabilityProvider } from './capability-provider.ts';
import { connectServer } from './catalog-server.ts';
import { Channel } from './channel.ts';
import type { McpContext } from './context.ts';
import type { Era } from './era.ts';
import type { Caller } from './guard.ts';
import type { RpcMessage } from './message.ts';

interface Servers {
  site: Site;
  channels: Record<Era, Channel<Caller>>;
  ready: Promise<unknown>;
}

/** The milliseconds after the start of the service at which the servers are prepared for requests. */
const prepareAfter = 1000;
/**
 * The most pages of a catalog for which servers are prepared before the first request. A larger catalog takes memory that may
 * never be needed.
 */
const maxPagesPrepared = 5000;

export class EraServers {
  #servers: Servers | undefined;
  readonly #context: McpContext;
  readonly #provider: CapabilityProvider;

  constructor(context: McpContext, provider: CapabilityProvider) {
    this.#context = context;
    this.#provider = provider;
    if (context.site().pages.size <= maxPagesPrepared)
      setTimeout(() => this.#prepare(), prepareAfter).unref();
  }

  /**
   * Prepares the servers before the first request. Logs an error and does not throw it: the first request tries again, and
   * fails if the error persists.
   */
  #prepare(): void {
    try {
      this.#current();
    } catch (error) {
      this.#context.log.error({ err: error }, 'the MCP endpoint was not prepared');
    }
  }

  /** Passes a request to the server of its era, and resolves with the answer. */
  async request(
    era: Era,
    message: RpcMessage & { id: string | number },
    caller: Caller,
  ): Promise<JSONRPCResponse> {
    const { channels, ready } = this.#current();
    await ready;
    return channels[era].request(message, caller);
  }

  #current(): Servers {
    const site = this.#context.site();
    if (this.#servers?.site === site) return this.#servers;
    const channels = { modern: new Channel<Caller>(), legacy: new Channel<Caller>() };
    const ready = identityOf(site).then(identity =>
      Promise.all(
        (['modern', 'legacy'] as const).map(era =>
          connectServer(era, this.#provider, identity, channels[era]),
        ),
      ),
    );
    // A rejection before the first request would otherwise be unhandled.
    ready.catch(error => this.#context.log.error({ err: error }, 'the MCP endpoint was not prepared'));
    this.#servers = { site, channels, ready };
    // The search index is begun now, so that a search seldom has to wait for it.
    searchIndexOf(site).catch(error => this.#context.log.error({ err: error }, 'search index not made'));
    return this.#servers;
  }
}

/**
 * Returns the name, title and version from the server card. Every answer of the newest revision repeats them, so the rest of the
 * card is left out.
 */
async function identityOf(site: Site): Promise<Implementation> {
  const card = site.pages.get(serverCardPath);
  if (!card) return { name: 'agent-topology-catalog', version: '0.0.0' };
  const { name, title, version } = JSON.parse(await card.text()) as Implementation;
  return { name, ...(title !== undefined && { title }), version };
}
