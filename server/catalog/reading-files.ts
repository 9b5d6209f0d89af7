/** The files that pages of the reading edition load, as a site has them. */

import { filesIn } from '#build/reading/asset.ts';
import { oncePer } from '#build/text/once-per.ts';
import type { Site } from './site.ts';

export const readingFiles = oncePer(({ pages }: Site) => filesIn(pages.keys()));
