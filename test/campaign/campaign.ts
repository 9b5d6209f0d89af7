/** The form of a campaign: a test of a size that the suite does not have time for, repeatable by its seed. */
import type { TestContext } from 'node:test';

export interface Campaign {
  /** One line for people. */
  description: string;
  /** How many rounds the full size has. */
  rounds: number;
  /** The most that each of these counts may come to. Times are held to it only here, never in the suite. */
  goals?: Readonly<Record<string, number>>;
  /**
   * Runs rounds of it.
   * @returns what was counted, for the report; it throws at the first thing that must not be
   */
  run(task: { seed: number; rounds: number; say(text: string): void }): Promise<Record<string, number>>;
}

/** A stand-in for the context of a test, whose endings run when the campaign is over. */
export async function withEndings<Result>(work: (context: TestContext) => Promise<Result>): Promise<Result> {
  const endings: (() => unknown)[] = [];
  const context = { after: (ending: () => unknown) => endings.push(ending) } as unknown as TestContext;
  try {
    return await work(context);
  } finally {
    for (const ending of endings.reverse()) await ending();
  }
}
