/** The setup by which a person makes a coding host load the agents of a project: the files alone do not. */
import type { HostId } from './claim.ts';

interface HostSetup {
  /** The first step, for the page of an export and the command `add`. */
  first?: string;
  /** Why an agent may be missing, for the session that coordinates. */
  missing: string;
}

const again = 'It must be started again after files of agents were added.';

export const hostSetup: Readonly<Record<HostId, HostSetup>> = {
  'claude-code': { missing: again },
  codex: {
    first: 'Codex loads the agents of a project that it trusts: answer its question when it starts there.',
    missing: 'Codex loads agents in a trusted project alone.',
  },
  copilot: { missing: again },
  'gemini-cli': {
    first:
      'Gemini CLI has the agents of a trusted folder once you acknowledged them: start it there, and answer its questions.',
    missing: 'A person must trust the folder and acknowledge its agents.',
  },
  opencode: { missing: again },
};
