/** The files that pages of the reading edition load, as a site has them. */

import { oncePer } from '#document/text/once-per.ts';
import { filesIn } from '#edition/asset.ts';
import type { Site } from './site.ts';

export const readingFiles = oncePer(({ pages }: Site) => filesIn(pages.keys()));
