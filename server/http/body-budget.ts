/**
 * How much of the bodies that are still arriving is held in memory, over all connections. Past that the body that has been
 * arriving for longest is given up, so that thousands of clients which never finish theirs fill no memory, and nobody who
 * sends one in one go notices.
 */

/** 256 of the largest bodies at a time, or 16,000 receipts. */
const maxBytes = 64 * 2 ** 20;

/** A body that is arriving. */
export interface Arriving {
  /** Counts bytes that are held from now on. */
  add(bytes: number): void;
  /** Forgets it: it is complete, or given up. */
  end(): void;
}

/**
 * Makes the account of all bodies of a process.
 * @returns a function that begins one; the function that it is given is called when the body must be given up
 */
export function bodyBudget(limit = maxBytes): (giveUp: () => void) => Arriving {
  const arriving = new Map<Arriving, { bytes: number; giveUp: () => void }>();
  let total = 0;

  function makeRoom(): void {
    for (const [body, { giveUp }] of arriving) {
      if (total <= limit) return;
      body.end();
      giveUp();
    }
  }

  return giveUp => {
    const entry = { bytes: 0, giveUp };
    const body: Arriving = {
      add: bytes => {
        if (!arriving.has(body)) return;
        entry.bytes += bytes;
        total += bytes;
        if (total > limit) makeRoom();
      },
      end: () => {
        if (arriving.delete(body)) total -= entry.bytes;
      },
    };
    arriving.set(body, entry);
    return body;
  };
}

/** The bodies of this process. */
export const arrivingBodies = bodyBudget();
