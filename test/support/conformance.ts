/** A small team, and traces held against it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../scripts/runner/conformance/check.ts';
import { declaredBy } from '../../scripts/runner/conformance/declared.ts';
import { ownToolNames, teamOf } from '../../scripts/runner/conformance/formation.ts';
import { readTraces } from '../../scripts/runner/conformance/read.ts';
import type { Verdict } from '../../scripts/runner/conformance/verdict.ts';
import { temporaryFolder } from './folder.ts';

const folder = temporaryFolder();

const text = `---
schema: formation.formation/v0.1
kind: formation
title: Repair
description: A lead, a worker and a reviewer.
name: repair
publisher: acme
version: 1.0.0
goal: Fix one defect.
task_classes: [coding.bug_fix]
patterns: [verifier-gate]
entry_role: lead
roles:
  - {id: lead, purpose: Leads., model_tier: medium, tools: [], reads: [report], writes: [plan]}
  - {id: worker, purpose: Works., model_tier: medium, tools: [run-tests], reads: [plan, review], writes: [patch]}
  - {id: reviewer, purpose: Reviews., model_tier: medium, tools: [read-files], reads: [patch], writes: [review]}
edges:
  - {from: lead, to: worker, kind: delegates}
  - {from: worker, to: reviewer, kind: hands_off}
  - {from: reviewer, to: worker, kind: reviews}
  - {from: reviewer, to: lead, kind: reports}
budget: {max_agents: 3, max_rounds: 2, input_tokens: 10000, output_tokens: 1000, elapsed_milliseconds: 600000}
stop_conditions: [The review accepts.]
checks: [All tests pass.]
falsified_if: One agent fixes as many.
cautions: []
sources: []
---

## Instructions

### lead

Lead.

### worker

Work.

### reviewer

Review.
`;
export const repairFile = join(folder, 'repair.md');
writeFileSync(repairFile, text);
const team = teamOf(text, repairFile);

/**
 * Holds the first trace of files against a team.
 * @param files the lines of each
 * @param names what agents and tools are called in the formation
 * @param of the team; by default the small one
 */
export function checkLines(
  files: (readonly (object | string)[])[],
  names: Record<string, string> = {},
  of = team,
): Verdict {
  const paths = files.map((lines, at) => {
    const path = join(folder, `trace-${at}.jsonl`);
    writeFileSync(
      path,
      lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    );
    return path;
  });
  const [trace] = readTraces(paths);
  return check(declaredBy(of, ownToolNames(), new Map(Object.entries(names))), trace!);
}

export const ruleOf = ({ deviations }: Verdict) => deviations.map(({ rule }) => rule);
