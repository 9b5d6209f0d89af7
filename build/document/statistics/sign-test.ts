/**
 * The exact sign test: whether one of two locks passes more often than the other on the same cases.
 *
 * The unit is the case, and the lock that passed it in more of its repetitions wins it. Repetitions of one case are not
 * independent, so counting each by itself would overstate what is known. Ties say nothing about which lock is better and are
 * dropped (W. J. Dixon and A. M. Mood, JASA 41, 1946), but are reported beside the result. With one repetition this is the
 * exact McNemar test.
 */

/** The numbers of cases that the first lock won, that it lost, and that neither won. */
interface Pairing {
  wins: number;
  losses: number;
  ties: number;
}

/** Returns the chance of a split at least as uneven, in either direction, if both locks were equally good. */
export function twoSided({ wins, losses }: Pairing): number {
  return Math.min(1, 2 * lowerTail(Math.min(wins, losses), wins + losses));
}

/** Returns the chance of at least as many wins, if the first lock were no better than the second. */
export function oneSided({ wins, losses }: Pairing): number {
  return lowerTail(losses, wins + losses);
}

/** Returns the chance of at most `most` heads in `tosses` tosses of a fair coin. */
export function lowerTail(most: number, tosses: number): number {
  if (most < 0) return 0;
  if (most >= tosses) return 1;
  // The terms are added from the largest of the shorter tail downwards, so that no large number is ever subtracted.
  if (2 * most >= tosses) return 1 - lowerTail(tosses - most - 1, tosses);
  let term = Math.exp(logChoose(tosses, most) - tosses * Math.LN2);
  let sum = 0;
  for (let heads = most; heads >= 0 && term > 0; heads -= 1) {
    sum += term;
    term *= heads / (tosses - heads + 1);
  }
  return sum;
}

/** Returns the natural logarithm of the number of ways to choose `chosen` of `from` items. */
export function logChoose(from: number, chosen: number): number {
  return logFactorial(from) - logFactorial(chosen) - logFactorial(from - chosen);
}

const logFactorials = [0];

function logFactorial(whole: number): number {
  for (let next = logFactorials.length; next <= whole; next += 1) {
    logFactorials.push(logFactorials[next - 1]! + Math.log(next));
  }
  return logFactorials[whole]!;
}
