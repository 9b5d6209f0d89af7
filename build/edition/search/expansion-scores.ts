/** The scores that pages have from expansions and from one another. */

/** The score of each page: the best of what speaks for it counts in full, everything else a little. */
export class ExpansionScores {
  readonly scores = new Map<number, number>();
  readonly #at: ReadonlyMap<string, number>;

  constructor(at: ReadonlyMap<string, number>) {
    this.#at = at;
  }

  add(path: string, score: number): void {
    const at = this.#at.get(path);
    if (at === undefined) return;
    const before = this.scores.get(at) ?? 0;
    this.scores.set(at, Math.max(before, score) + 0.3 * Math.min(before, score));
  }
}
