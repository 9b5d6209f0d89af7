/**
 * `npm run check-links`: lists every address outside the catalog that the content names, with where it is. With `--fetch`
 * it tries each, and exits with code 1 if one is gone. It needs the network, so neither the build nor a test of content runs it.
 */
import { checkLinks } from './edit/check-links.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await checkLinks();
