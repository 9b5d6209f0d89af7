/** Every check, in the order of the report. */
import { artifactCheck } from './artifact.ts';
import type { Check } from './check.ts';
import { keyCheck } from './key.ts';
import { linkCheck } from './link.ts';
import { logCheck } from './log.ts';
import { manifestCheck } from './manifest.ts';
import { requiredCheck } from './required.ts';
import { schemaCheck } from './schema.ts';
import { securityTxtCheck } from './security-txt.ts';
import { settingCheck } from './setting.ts';
import { sitemapCheck } from './sitemap.ts';
import { skillCheck } from './skill.ts';
import { statusCheck } from './status.ts';
import { withdrawnCheck } from './withdrawn.ts';

/** Faults found while reading: missing and extra files, bytes that do not match their digest, no response. */
const fileCheck: Check = {
  name: 'files and digests',
  help: 'Take these files again from the publisher of the catalog, or build it again.',
  run: tree => [...tree.faults],
};

/** Checks that a site serves what its manifest lists: bytes, headers and redirects (docs/trust.md#12). */
const answerCheck: Check = {
  name: 'answers',
  help: 'Use another server, because the operator of this one, or a cache before it, changes what was signed.',
  run: ({ answerFaults }) => [...(answerFaults ?? [])],
};

/** Checks that every page of the tree equals the page that its sources produce (docs/trust.md#13). */
const derivedCheck: Check = {
  name: 'derived pages',
  help: 'Build the content again, or ask the publisher of the catalog why these pages are not what the build makes.',
  run: (_tree, { rebuilt }) => (rebuilt?.otherBuilder === undefined ? [...(rebuilt?.faults ?? [])] : []),
};

export const checks: readonly Check[] = [
  fileCheck,
  manifestCheck,
  answerCheck,
  requiredCheck,
  schemaCheck,
  sitemapCheck,
  linkCheck,
  derivedCheck,
  keyCheck,
  logCheck,
  artifactCheck,
  statusCheck,
  withdrawnCheck,
  settingCheck,
  securityTxtCheck,
  skillCheck,
];
