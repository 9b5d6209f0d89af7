/** Writes generated versions of starters in their final form, and the ledger that records them. */

import { domainNames } from '#document/kind/field.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { notice } from '../../../build/catalog/check/complete.ts';
import { tasks } from './text-fixed.ts';
import type { Chance, Layout, Named } from './words.ts';

const roles = ['lead', 'worker', 'judge'] as const;

export function versionText({ name, version }: Named, { patterns, records }: Layout, luck: Chance): string {
  const title = `The starter ${name.replaceAll('-', ' ')}`;
  return `---
schema: formation.starter/v0.1
kind: starter
visibility: public
path: /starters/${name}/${version}.md
product_api_version: v1
schema_version: v0.1
title: ${title}
description: ${luck.sentence(12, 20)}
name: ${name}
version: ${version}
goal: ${luck.sentence(10, 18)}
task_classes: [${luck.pick(domainNames)}.${luck.pick(tasks)}]
patterns: [${luck.some(patterns, 2).join(', ')}]
entry_role: lead
roles:
${roles.map(role => roleText(role, luck)).join('\n')}
edges:
  - {from: lead, to: worker, kind: delegates}
  - {from: worker, to: lead, kind: reports}
  - {from: judge, to: worker, kind: reviews}
budget:
  max_agents: ${3 + luck.below(5)}
  max_rounds: ${1 + luck.below(9)}
  input_tokens: ${10_000 + luck.below(400_000)}
  output_tokens: ${1_000 + luck.below(40_000)}
  elapsed_milliseconds: 900000
stop_conditions:
  - ${luck.sentence(6, 14)}
  - ${luck.sentence(6, 14)}
checks:
  - ${luck.sentence(8, 16)}
  - ${luck.sentence(8, 16)}
falsified_if: ${luck.sentence(10, 20)}
cautions:
  - ${luck.sentence(8, 16)}
sources: [${luck.some(records, 3).join(', ')}]
---

# ${title}

> ${notice}

${bodyText(luck)}`;
}

const roleText = (role: string, luck: Chance): string => `  - id: ${role}
    purpose: ${luck.sentence(6, 12)}
    model_tier: ${luck.pick(['small', 'medium', 'large'])}
    tools: [read-files]
    reads: [task]
    writes: [${role}-notes]`;

const bodyText = (luck: Chance): string => `## Topology

\`\`\`mermaid
flowchart LR
  r1[lead]
  r2[worker]
  r3[judge]
  r1 -->|delegates| r2
  r2 -->|reports| r1
  r3 -.->|reviews| r2
\`\`\`

## How it flows

1. ${luck.sentence(12, 24)}
2. ${luck.sentence(12, 24)}
3. ${luck.sentence(12, 24)}

## Instructions

${roles.map(role => `### ${role}\n\n${luck.sentence(20, 30)} ${luck.sentence(14, 24)}\n\n- ${luck.sentence(10, 20)}\n- ${luck.sentence(10, 20)}`).join('\n\n')}
`;

/** Writes the record of the publication of a version with this text. */
export const publicationText = (text: string): string => `---
digest: ${digestField(sha256Hex(text))}
published_at: 2026-11-21T06:22:55Z
---
`;

/** Writes the record that a newer version superseded a version. */
export const supersededText = (by: string): string => `---
changes:
  - status: superseded
    reason_code: newer_version
    since: 2026-11-22T06:22:55Z
    superseded_by: ${by}
---
`;
