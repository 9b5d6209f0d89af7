/** One case of the suite: a small program with one defect, what is reported of it, and the tests that decide. */
export interface Defect {
  id: string;
  /** From 1, a wrong operator, to 6, a rule that two parts of the program must keep together. */
  level: 1 | 2 | 3 | 4 | 5 | 6;
  /** What a user reports. It says what should happen, and not where the mistake is. */
  report: string;
  /** The program. */
  code: string;
  /** The part of it that is wrong, what is right in its place, and what looks right: it satisfies the tests that are shown. */
  from: string;
  right: string;
  wrong: string;
  /** Tests that the repairing team may see, and those that decide: `same(actual, expected)`. */
  shown: readonly string[];
  hidden: readonly string[];
}
