/** Ways to make a team look better than it is, each tried on agents that are equally good. */
import { hashOf, type Scenario } from './cheat.ts';
import { bending } from './cheat-bending.ts';
import { comparing } from './cheat-comparing.ts';
import { shifting } from './cheat-shifting.ts';
import { Lab } from './lab.ts';
import { randomFrom } from './random.ts';

export const scenarios: Readonly<Record<string, Scenario>> = { ...bending, ...comparing, ...shifting };

/** The outcome for a tenant that tries one of them. */
interface Attempt {
  /** Whether it got a team recommended. */
  wasFooled: boolean;
  /** Whether a decision is without any reason. */
  isSilent: boolean;
  /** Everything that its decisions rest on, and they themselves. */
  documents(): string[];
}

export function attempt(name: string, seed: number): Attempt {
  Lab.opened.length = 0;
  const shown = scenarios[name]!(randomFrom(seed * 7919 + hashOf(name)));
  const labs = [...Lab.opened];
  return {
    wasFooled: shown.some(({ answer }) => answer === 'team'),
    isSilent: shown.some(({ reasons }) => reasons.length === 0),
    documents: () => labs.flatMap(lab => lab.documents()),
  };
}
