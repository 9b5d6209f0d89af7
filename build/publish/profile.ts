/** Where a build spent its time; `npm run build -- --profile` prints it. */

export interface Profile {
  /** Gives a name to what was done since the last lap or the start. */
  lap(name: string): void;
}

export const noProfile: Profile = { lap() {} };

/** A profile that counts from the start of the process, and can be written as a table. */
export function startProfile(): Profile & { table(): string } {
  const laps = new Map<string, number>();
  let last = 0;
  const lap = (name: string) => {
    const now = performance.now();
    laps.set(name, (laps.get(name) ?? 0) + now - last);
    last = now;
  };
  lap('start of the process, loading of code');
  return { lap, table: () => tableOf(laps, last) };
}

function tableOf(laps: ReadonlyMap<string, number>, total: number): string {
  const lines = [...laps].map(([name, milliseconds]) => {
    const share = Math.round((100 * milliseconds) / total);
    return `${milliseconds.toFixed(0).padStart(8)} ms ${String(share).padStart(3)} %  ${name}\n`;
  });
  return `${lines.join('')}${total.toFixed(0).padStart(8)} ms 100 %  in all\n`;
}
