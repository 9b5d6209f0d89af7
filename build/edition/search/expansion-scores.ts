/** The scores that pages get from expansions and from one another. */

/**
 * The score of each page, by its position. The greatest of the scores that are added for a page
 * counts in full, and the others count a little.
 */
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
