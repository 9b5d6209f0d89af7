/** Computes the exact chance that an evaluation which may stop early finds a gain, with the bets of `betting.ts`. */
import { logEValue } from './betting.ts';
import { binomial, type Wanted } from './sample-size.ts';

/** Returns the chance that the bets reach 1 / `rate` at some look within a number of cases. */
export function anytimePower(cases: number, { gain, discordance, rate }: Omit<Wanted, 'power'>): number {
  const crossed = crossing(cases, (discordance + gain) / (2 * discordance), rate);
  return crossed.reduce(
    (sum, chance, discordant) => sum + chance * binomial(discordant, cases, discordance),
    0,
  );
}

/** Returns, for each number of discordant cases from 0 to `most`, the chance that the bets have reached 1 / `rate` by then. */
function crossing(most: number, winShare: number, rate: number): number[] {
  const needed = boundary(most, rate);
  // The chance of each number of wins, together with the bets not having reached the bound.
  let open = [1];
  const crossed = [0];
  for (let discordant = 1; discordant <= most; discordant += 1) {
    const next = new Array<number>(discordant + 1).fill(0);
    let done = 0;
    for (const [wins, chance] of open.entries()) {
      if (chance < 1e-15) continue;
      next[wins]! += chance * (1 - winShare);
      const losses = discordant - wins - 1;
      if (wins + 1 >= needed[losses]!) done += chance * winShare;
      else next[wins + 1]! += chance * winShare;
    }
    open = next;
    crossed.push(crossed[discordant - 1]! + done);
  }
  return crossed;
}

/** Returns, for each number of losses, the fewest wins with which the bets reach 1 / `rate`. */
function boundary(most: number, rate: number): number[] {
  const needed: number[] = [];
  let wins = 0;
  for (let losses = 0; losses <= most; losses += 1) {
    const isProof = () =>
      logEValue([
        { value: 1, units: wins },
        { value: -1, units: losses },
      ]) >= -Math.log(rate);
    while (wins <= most && !isProof()) wins += 1;
    needed.push(wins);
  }
  return needed;
}
