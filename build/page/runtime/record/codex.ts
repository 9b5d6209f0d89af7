/** The measurements of runtimes with the exports for codex, written by the campaign `runtimes`. */
import type { Measurement } from '../claim.ts';

export const codex: readonly Measurement[] = [
  {
    version: 'Codex CLI 0.169.0',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 40,
    claims: {
      briefed: { measured: 40, broken: 0 },
      started: { measured: 93, broken: 0 },
      told: { measured: 93, broken: 0 },
      offered: { measured: 93, broken: 0 },
      files: {
        measured: 83,
        broken: 83,
        seen: 'alert-triage/investigator: it wrote a file into the project',
      },
      shell: { measured: 61, broken: 0 },
      search: { measured: 86, broken: 86, seen: 'alert-triage/investigator: it is offered web_search' },
      alone: { measured: 93, broken: 0 },
      threads: { measured: 1, broken: 0 },
      trust: { measured: 1, broken: 0 },
    },
    not_offered: [],
  },
  {
    version: 'Codex CLI 0.166.0',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 40,
    claims: {
      briefed: { measured: 40, broken: 0 },
      started: { measured: 93, broken: 0 },
      told: { measured: 93, broken: 0 },
      offered: { measured: 93, broken: 0 },
      files: {
        measured: 83,
        broken: 83,
        seen: 'alert-triage/investigator: it wrote a file into the project',
      },
      shell: { measured: 61, broken: 0 },
      search: { measured: 86, broken: 86, seen: 'alert-triage/investigator: it is offered web_search' },
      alone: { measured: 93, broken: 0 },
      threads: { measured: 1, broken: 0 },
      trust: { measured: 1, broken: 0 },
    },
    not_offered: [],
  },
];
