/** Student's t distribution, with any number of degrees of freedom. */

/** Coefficients of Lanczos' approximation of the gamma function (g = 7, 9 terms; C. Lanczos, SIAM J. Numer. Anal. 1, 1964). */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Returns the natural logarithm of the gamma function of a number of at least 0.5. */
function logGamma(value: number): number {
  const x = value - 1;
  const base = x + 7.5;
  const sum = lanczos.slice(1).reduce((total, each, index) => total + each / (x + index + 1), lanczos[0]!);
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(base) - base + Math.log(sum);
}

/**
 * Returns the value at `x` of the regularized incomplete beta function with parameters `a` and `b`, both above 0. Outside 0 to 1,
 * returns 0 or 1. Uses a continued fraction (W. H. Press et al., Numerical Recipes, section 6.4).
 */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return (front * fraction(x, a, b)) / a;
}

/** Returns the value of the continued fraction of the incomplete beta function, by the method of Lentz. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let step = 1; step <= 1000; step += 1) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
}

/**
 * Returns the chance that Student's t is at least `t`.
 * @param freedom degrees of freedom, above 0
 */
export function upperTailOfT(t: number, freedom: number): number {
  const beyond = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
  return t >= 0 ? beyond : 1 - beyond;
}

// Evidence asks for the same few quantiles again and again.
const known = new Map<string, number>();

/**
 * Returns the value that Student's t exceeds with the probability `tail`.
 * @param tail above 0 and at most 0.5
 * @param freedom degrees of freedom, above 0
 */
export function quantileOfT(tail: number, freedom: number): number {
  const name = `${tail} ${freedom}`;
  const found = known.get(name) ?? searched(tail, freedom);
  if (known.size > 1000) known.clear();
  known.set(name, found);
  return found;
}

/** Computes `quantileOfT` by halving an interval: the value that Student's t exceeds with the probability `tail`. */
function searched(tail: number, freedom: number): number {
  let [low, high] = [0, 1];
  while (upperTailOfT(high, freedom) > tail) [low, high] = [high, 2 * high];
  for (let step = 0; step < 100 && high - low > 1e-12 * high; step += 1) {
    const middle = (low + high) / 2;
    if (upperTailOfT(middle, freedom) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
