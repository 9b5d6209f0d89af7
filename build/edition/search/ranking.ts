/**
 * The ranking of search: the signals that speak for a page as an answer to a question, and their weights. `npm run campaign --
 * ranking` fits the weights to questions with known answers, and says how well they do on questions that they were not fitted to.
 */

/** The weight of each signal. */
export const weights = {
  /** The score of the page in the engine: its logarithm, and its share of the best score. */
  match: 1.75,
  matchShare: 0.65,
  /** The coverage of the question, and its share of the best coverage. */
  coverage: 0.61,
  coverageShare: 0.96,
  /** The likeness of the question to a phrase that asks for the page, and its share of the best likeness. */
  likeness: 1.22,
  likenessShare: 1.3,
  /** The weight with which the likeliest task names the page. */
  ofTask: 0.53,
  /** The same, and 1 for a pattern, if the words of the question ask for that task. */
  ofTaskAsked: 0.5,
  patternAsked: 0.74,
  /** 1 if the question is one of those that the page answers, or asks for the meaning of the term that the page explains. */
  answers: 0.55,
  meaning: 0.37,
};

export type Signal = keyof typeof weights;
export type Signals = Record<Signal, number>;

/** The weight of each kind of page. */
export const kindWeights: Readonly<Record<string, number>> = {
  ...{
    pattern: 0.01,
    task: -0.99,
    starter: -0.1,
    formation: 0.09,
    domain: -0.01,
    guide: 0.36,
    contract: 0.15,
  },
  ...{ term: 0.37, export: -0.09, research_record: -0.21, comparison: -0.21, index: 0.3 },
};
const otherWeight = 0.32;

const weighted = Object.entries(weights) as [Signal, number][];

/** Returns the score of a page, which is greater the better the page answers the question. */
export function scoreOf(kind: string, signals: Signals): number {
  let score = kindWeights[kind] ?? otherWeight;
  for (const [signal, weight] of weighted) score += weight * signals[signal];
  return score;
}
