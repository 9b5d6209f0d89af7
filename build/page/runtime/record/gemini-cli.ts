/** The measurements of runtimes with the exports for gemini-cli, written by the campaign `runtimes`. */
import type { Measurement } from '../claim.ts';

export const geminiCli: readonly Measurement[] = [
  {
    version: 'Gemini CLI 0.61.0',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 40,
    claims: {
      briefed: { measured: 40, broken: 0 },
      started: { measured: 93, broken: 0 },
      told: { measured: 93, broken: 0 },
      tools: { measured: 93, broken: 0 },
      offered: { measured: 93, broken: 0 },
      files: { measured: 86, broken: 0 },
      shell: { measured: 86, broken: 0 },
      network: { measured: 75, broken: 0 },
      alone: { measured: 93, broken: 0 },
      turns: { measured: 1, broken: 0 },
      minutes: { measured: 1, broken: 0 },
      trust: { measured: 1, broken: 0 },
    },
    not_offered: [],
  },
  {
    version: 'Gemini CLI 0.60.0',
    measured_on: '2026-11-23',
    platform: 'linux-x64',
    teams: 40,
    claims: {
      briefed: { measured: 40, broken: 0 },
      started: { measured: 93, broken: 0 },
      told: { measured: 93, broken: 0 },
      tools: { measured: 93, broken: 0 },
      offered: { measured: 93, broken: 0 },
      files: { measured: 86, broken: 0 },
      shell: { measured: 86, broken: 0 },
      network: { measured: 75, broken: 0 },
      alone: { measured: 93, broken: 0 },
      turns: { measured: 1, broken: 0 },
      minutes: { measured: 1, broken: 0 },
      trust: { measured: 1, broken: 0 },
    },
    not_offered: [],
  },
];
