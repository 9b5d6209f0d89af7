/** Finds ports for servers of tests and measurements. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The lowest port to choose. The range is below that which the system gives to outgoing connections, so that no connection takes
 * a chosen port.
 */
const lowest = 10_000;
const highest = 32_000;

/** Returns a port that is free at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
