/** The measurements of runtimes with the exports for claude-code, written by the campaign `runtimes`. */
import type { Measurement } from '../claim.ts';

export const claudeCode: readonly Measurement[] = [
  {
    version: 'Claude Code 2.1.330',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 40,
    claims: {
      started: { measured: 93, broken: 0 },
      told: { measured: 93, broken: 0 },
      tools: { measured: 93, broken: 0 },
      offered: {
        measured: 93,
        broken: 7,
        seen: 'localise-repair-validate/reproducer: it is not offered Glob',
      },
      model: { measured: 93, broken: 0 },
      files: { measured: 86, broken: 0 },
      shell: { measured: 86, broken: 0 },
      network: { measured: 75, broken: 0 },
      alone: { measured: 93, broken: 0 },
      briefed: { measured: 40, broken: 0 },
      turns: { measured: 1, broken: 0 },
    },
    not_offered: [
      { named: ['Bash', 'Edit', 'Glob', 'Read', 'Write'], missing: ['Glob'] },
      { named: ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'], missing: ['Glob', 'Grep'] },
      { named: ['Bash', 'Glob', 'Read'], missing: ['Glob'] },
      { named: ['Bash', 'Glob', 'Grep', 'Read'], missing: ['Glob', 'Grep'] },
    ],
  },
  {
    version: 'Claude Code 2.1.329',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 10,
    claims: {
      started: { measured: 30, broken: 0 },
      told: { measured: 30, broken: 0 },
      tools: { measured: 30, broken: 0 },
      offered: { measured: 30, broken: 1, seen: 'repair-crew/reproducer: it is not offered Glob' },
      model: { measured: 30, broken: 0 },
      files: { measured: 29, broken: 0 },
      shell: { measured: 29, broken: 0 },
      network: { measured: 25, broken: 0 },
      alone: { measured: 30, broken: 0 },
      briefed: { measured: 10, broken: 0 },
    },
    not_offered: [{ named: ['Bash', 'Edit', 'Glob', 'Read', 'Write'], missing: ['Glob'] }],
  },
];
