/** Ways to make a team look better than it is, each tried on agents that are equally good. */
import { hashOf, type Scenario } from './cheat.ts';
import { bending } from './cheat-bending.ts';
import { comparing } from './cheat-comparing.ts';
import { randomFrom } from './simulated-evidence.ts';

export const scenarios: Readonly<Record<string, Scenario>> = { ...bending, ...comparing };

/** Whether a tenant that tries one of them for a seed gets a team recommended, and whether a decision is without any reason. */
export function attempt(name: string, seed: number): { wasFooled: boolean; isSilent: boolean } {
  const shown = scenarios[name]!(randomFrom(seed * 7919 + hashOf(name)));
  const wasFooled = shown.some(({ answer }) => answer === 'team');
  return { wasFooled, isSilent: shown.some(({ reasons }) => reasons.length === 0) };
}
