/** What a site serves is what its manifest lists: bytes, headers and redirects (docs/trust.md#19). */
import type { Check } from './check.ts';

export const answerCheck: Check = {
  name: 'answers',
  help: 'Use another server: whoever runs this one, or a cache before it, changes what was signed.',
  run: ({ answerFaults }) => [...(answerFaults ?? [])],
};
