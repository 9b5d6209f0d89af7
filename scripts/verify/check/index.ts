/** Every check, in the order of the report. */
import { answerCheck } from './answer.ts';
import { artifactCheck } from './artifact.ts';
import type { Check } from './check.ts';
import { derivedCheck } from './derived.ts';
import { keyCheck } from './key.ts';
import { linkCheck } from './link.ts';
import { logCheck } from './log.ts';
import { manifestCheck } from './manifest.ts';
import { readingCheck } from './reading.ts';
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
  help: 'Take these files again from who publishes the catalog, or build it again.',
  run: tree => [...tree.faults],
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
  readingCheck,
  keyCheck,
  logCheck,
  artifactCheck,
  statusCheck,
  withdrawnCheck,
  settingCheck,
  securityTxtCheck,
  skillCheck,
];
