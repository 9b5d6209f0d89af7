/** The published catalog as plain files: built, served, verified, and every link, discovery file and target followed. */
import { join } from 'node:path';
import { memoryFolder } from '../support/folder.ts';
import { buildInto } from '../support/shared.ts';
import { assertKeepsPromises } from '../support/static-site.ts';
import type { Campaign } from './campaign.ts';

export const campaign: Campaign = {
  description:
    'the published catalog as plain files: what anything on it promises is answered by a host of files',
  rounds: 1,
  run: async ({ say }) => {
    say('building');
    const content = join(import.meta.dirname, '../../content');
    const dist = await buildInto(content, join(memoryFolder(), 'dist'), { reading: true, isStatic: true });
    say('following every link');
    const paths = await assertKeepsPromises(dist);
    return { addresses: paths.size };
  },
};
