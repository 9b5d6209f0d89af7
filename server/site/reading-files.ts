/** The style sheets, scripts and fonts that pages of the reading edition load, by the paths that they have in a site. */

import { oncePer } from '#document/text/once-per.ts';
import { filesIn } from '#edition/asset.ts';
import type { Site } from './site.ts';

export const readingFiles = oncePer(({ pages }: Site) => filesIn(pages.keys()));
