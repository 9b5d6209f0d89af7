/** The measurements of runtimes with the exports for copilot, written by the campaign `runtimes`. */
import type { Measurement } from '../claim.ts';

export const copilot: readonly Measurement[] = [
  {
    version: 'Copilot CLI 1.0.102',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 40,
    claims: {
      started: { measured: 93, broken: 0 },
      told: { measured: 93, broken: 0 },
      tools: { measured: 93, broken: 0 },
      offered: { measured: 93, broken: 0 },
      files: { measured: 86, broken: 0 },
      shell: { measured: 86, broken: 0 },
      network: { measured: 75, broken: 0 },
      alone: { measured: 93, broken: 0 },
      briefed: { measured: 40, broken: 0 },
      team: { measured: 40, broken: 40, seen: 'alert-triage/: it started another agent' },
      programs: { measured: 19, broken: 0 },
    },
    not_offered: [],
  },
  {
    version: 'Copilot CLI 1.0.92',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 10,
    claims: {
      started: { measured: 30, broken: 0 },
      told: { measured: 30, broken: 0 },
      tools: { measured: 30, broken: 0 },
      offered: { measured: 30, broken: 2, seen: 'repair-crew/localiser: it is not offered search' },
      files: { measured: 29, broken: 0 },
      shell: { measured: 29, broken: 0 },
      network: { measured: 25, broken: 0 },
      alone: { measured: 30, broken: 0 },
      briefed: { measured: 10, broken: 0 },
      team: { measured: 10, broken: 10, seen: 'alert-triage/: it started another agent' },
      programs: { measured: 6, broken: 2, seen: 'claim-check/: it has no search' },
    },
    not_offered: [{ named: ['read', 'search'], missing: ['search'] }],
  },
];
