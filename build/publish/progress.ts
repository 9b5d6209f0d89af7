/** Shows progress on a terminal, in one line that is overwritten at most ten times a second. Shows nothing on other streams. */

import type { Output } from './host.ts';

export interface Progress {
  step(what: string, done: number, total: number): void;
  end(): void;
}

export const silent: Progress = { step() {}, end() {} };

const minMilliseconds = 100;

/** Returns a progress that writes to a terminal; for any other stream, one that writes nothing. */
export function progressOn(stream: Output): Progress {
  if (!stream.isTTY) return silent;
  let last = 0;
  return {
    step(what, done, total) {
      const now = performance.now();
      if (now - last < minMilliseconds && done < total) return;
      last = now;
      const share = total === 0 ? 100 : Math.floor((100 * done) / total);
      stream.write(
        `\r\x1b[K${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} (${share} %)`,
      );
    },
    end() {
      stream.write('\r\x1b[K');
    },
  };
}
