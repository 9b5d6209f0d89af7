/** The catalog that is served: the same checks as `npm run verify`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '#build/text/manifest.ts';
import { faultCount } from '../../support/verification.ts';
import { verify } from '../../verify/verify.ts';
import type { Check } from './check.ts';

export const dist: Check = async ({ config, progress }) => {
  const { distDir, baseUrl } = config;
  if (!existsSync(join(distDir, manifestFile)))
    return [{ found: `There is no catalog in ${distDir}.`, fix: 'Run `npm run build`.' }];
  const report = await verify(distDir, {}, progress);
  const count = faultCount(report);
  if (count > 0) {
    const first = report.results.flatMap(({ faults }) => faults)[0]!;
    const found = `${distDir} has ${count} faults; the first: ${first.where}: ${first.message}`;
    return [{ found, fix: 'Run `npm run build`.' }];
  }
  if (baseUrl !== undefined && report.baseUrl !== baseUrl) {
    const found = `dist was built for ${report.baseUrl}, and BASE_URL is ${baseUrl}.`;
    return [{ found, fix: 'Run `npm run build` with the same BASE_URL.' }];
  }
  return [{ found: `dist has ${report.pages} pages, all with their digests, signatures and links.` }];
};
