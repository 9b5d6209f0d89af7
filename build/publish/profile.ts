/** Measures where a build spends its time. `npm run build -- --profile` prints the result. */

export interface Profile {
  /** Adds the time since the last lap, or since the start, to the total of a name. */
  lap(name: string): void;
}

export const noProfile: Profile = { lap() {} };

/** Starts a profile, whose times count from the start of the process. `table` writes it as text. */
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
