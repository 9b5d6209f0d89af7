/**
 * Waits for events of tenants, for long polls. Learns at once of events that this process appended, and asks the database for
 * those of other processes a few times a second, with one query for all waiting requests.
 */
import type { EventStore } from '../store/event.ts';

export interface EventWaiter {
  /** Waits until the tenant has an event after a number, the time is up, or the signal is aborted. */
  wait(tenantId: string, after: number, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Wakes the requests that wait for events of a tenant, after this process appended one. */
  notify(tenantId: string): void;
  /** Ends every wait, now and from now on. */
  close(): void;
}

interface Waiting {
  tenantId: string;
  after: number;
  wake(): void;
}

const pollMilliseconds = 200;

export function eventWaiter(
  store: Pick<EventStore, 'heads'>,
  onError: (error: unknown) => void,
): EventWaiter {
  const waiting = new Set<Waiting>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function poll(): Promise<void> {
    try {
      const heads = await store.heads([...new Set([...waiting].map(each => each.tenantId))]);
      for (const each of waiting) if ((heads.get(each.tenantId) ?? 0) > each.after) each.wake();
    } catch (error) {
      onError(error);
    }
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (waiting.size === 0 || timer !== undefined) return;
    timer = setTimeout(() => void poll(), pollMilliseconds);
    timer.unref();
  }

  return {
    wait: (tenantId, after, milliseconds, signal) =>
      new Promise(resolve => {
        if (closed || signal.aborted) return resolve();
        const wake = () => {
          clearTimeout(end);
          signal.removeEventListener('abort', wake);
          waiting.delete(entry);
          resolve();
        };
        const end = setTimeout(wake, milliseconds);
        const entry: Waiting = { tenantId, after, wake };
        signal.addEventListener('abort', wake);
        waiting.add(entry);
        schedule();
      }),
    notify: tenantId => {
      for (const each of waiting) if (each.tenantId === tenantId) each.wake();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const each of waiting) each.wake();
    },
  };
}
