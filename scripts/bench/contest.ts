/** A contest: several things measured in turns, round by round, so that a busy moment affects all of them equally. */

export interface Contestant {
  name: string;
  /** One measurement; larger or smaller is better, as the unit says. */
  measure(): Promise<number>;
}

/** Measures each contestant once a round, and gives the median of each by its name. */
export async function contest(
  contestants: readonly Contestant[],
  rounds: number,
  note: (text: string) => void,
): Promise<Map<string, number>> {
  const values = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, measure } of contestants) {
      note(`round ${round} of ${rounds}: ${name}`);
      values.get(name)!.push(await measure());
    }
  }
  return new Map([...values].map(([name, list]) => [name, median(list)]));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
