/** Checks the catalog that is served: the part that a server reads, or everything that `npm run verify` checks. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '#document/text/manifest.ts';
import { plural } from '../../../build/document/text/plain-text.ts';
import { readDist } from '../../../server/site/dist.ts';
import { faultCount } from '../../support/verification.ts';
import type { Check, Finding, Place } from './check.ts';

export const dist: Check = async place => {
  const { distDir, baseUrl } = place.config;
  if (!existsSync(join(distDir, manifestFile)))
    return [{ found: `There is no catalog in ${distDir}.`, fix: 'Run `npm run build`.' }];
  const look = place.isFull ? verified : read;
  const { builtFor, finding } = await look(place);
  if (finding.fix === undefined && baseUrl !== undefined && builtFor !== baseUrl) {
    const found = `dist was built for ${builtFor}, but BASE_URL is ${baseUrl}.`;
    return [{ found, fix: 'Run `npm run build` with the same BASE_URL.' }];
  }
  return [finding];
};

interface Looked {
  /** The BASE_URL for which the catalog was built. */
  builtFor: string;
  finding: Finding;
}

/**
 * Reads the catalog as a server does.
 * @throws DistError that says what is wrong and what to do
 */
async function read({ config: { distDir } }: Place): Promise<Looked> {
  const { base_url: builtFor, parts } = await readDist(distDir);
  const pages = parts.reduce((sum, { part }) => sum + part.pages, 0);
  const found = `dist has ${pages} pages, and its manifest is intact. Run \`operator doctor --full\` to verify every file.`;
  return { builtFor, finding: { found } };
}

async function verified({ config: { distDir }, progress }: Place): Promise<Looked> {
  const { verify } = await import('../../verify/verify.ts');
  const report = await verify(distDir, {}, progress);
  const count = faultCount(report);
  const [first] = report.results.flatMap(({ faults }) => faults);
  const found = `${distDir} has ${plural(count, 'fault')}; the first: ${first?.where}: ${first?.message}`;
  return {
    builtFor: report.baseUrl,
    finding: first
      ? { found, fix: 'Run `npm run build`.' }
      : { found: `dist has ${report.pages} pages, and all their digests, signatures and links are right.` },
  };
}
