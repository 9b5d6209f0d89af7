/** The measurements of runtimes with the exports for opencode, written by the campaign `runtimes`. */
import type { Measurement } from '../claim.ts';

export const opencode: readonly Measurement[] = [
  {
    version: 'OpenCode 1.18.33',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 10,
    claims: {
      briefed: { measured: 10, broken: 0 },
      team: { measured: 10, broken: 0 },
      programs: { measured: 6, broken: 0 },
      started: { measured: 30, broken: 0 },
      told: { measured: 30, broken: 0 },
      tools: { measured: 30, broken: 0 },
      offered: {
        measured: 30,
        broken: 4,
        seen: 'breadth-first-research/worker: it is not offered websearch',
      },
      files: { measured: 29, broken: 0 },
      shell: { measured: 29, broken: 0 },
      network: { measured: 25, broken: 0 },
      alone: { measured: 30, broken: 0 },
    },
    not_offered: [{ named: ['webfetch', 'websearch'], missing: ['websearch'] }],
  },
  {
    version: 'OpenCode 1.18.32',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 10,
    claims: {
      started: { measured: 30, broken: 0 },
      told: { measured: 30, broken: 0 },
      tools: { measured: 30, broken: 0 },
      offered: {
        measured: 30,
        broken: 4,
        seen: 'breadth-first-research/worker: it is not offered websearch',
      },
      files: { measured: 29, broken: 0 },
      shell: { measured: 29, broken: 0 },
      network: { measured: 25, broken: 0 },
      alone: { measured: 30, broken: 0 },
      briefed: { measured: 10, broken: 0 },
      team: { measured: 10, broken: 0 },
      programs: { measured: 6, broken: 0 },
    },
    not_offered: [{ named: ['webfetch', 'websearch'], missing: ['websearch'] }],
  },
];
