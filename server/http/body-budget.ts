/**
 * Limits the memory for bodies that are still arriving, over all connections. Past the limit, the body that has been arriving
 * for longest is given up. So thousands of clients that never finish their bodies cannot fill the memory, and clients that send
 * a body in one go do not notice.
 */

/** The limit in bytes: 256 of the largest bodies, or 16,000 receipts, at the same time. */
const maxBytes = 64 * 2 ** 20;

/** A body that is still arriving. */
export interface Arriving {
  /** Counts further bytes of the body, which are in memory from now on. */
  add(bytes: number): void;
  /** Stops counting the body, because it is complete or was given up. */
  end(): void;
}

/**
 * Makes the account of all arriving bodies of a process.
 * @returns a function that begins to count one body; it takes the function to call when that body must be given up
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

/** The account of the bodies of this process. */
export const arrivingBodies = bodyBudget();
