/** Every page that the build makes is what the sources in the tree give when the pages are made again (docs/trust.md#20). */
import type { Check } from './check.ts';

export const derivedCheck: Check = {
  name: 'derived pages',
  help: 'Build the content again, or ask who publishes the catalog why these pages are not what the build makes.',
  run: (_tree, { rebuilt }) => (rebuilt?.otherBuilder === undefined ? [...(rebuilt?.others ?? [])] : []),
};
