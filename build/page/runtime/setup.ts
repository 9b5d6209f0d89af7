/** The setup that makes a coding host load the agents of a project, which the files of the agents alone do not. */
import type { HostId } from './claim.ts';

interface HostSetup {
  /** The first step of the setup, for the page of an export and the command `add`; absent if there is none. */
  first?: string;
  /** The reason why an agent may be missing, for the session that coordinates the team. */
  missing: string;
}

const again = 'The session finds new agent files only when it restarts.';

export const hostSetup: Readonly<Record<HostId, HostSetup>> = {
  'claude-code': { missing: again },
  codex: {
    first:
      'Codex loads the agents of a project only if you trust the project, so start Codex there and answer its question.',
    missing: 'Codex loads agents only in a trusted project.',
  },
  copilot: { missing: again },
  'gemini-cli': {
    first:
      'Gemini CLI loads the agents of a folder only after you trust the folder and acknowledge them, so start Gemini CLI there and answer its questions.',
    missing: 'A person must trust the folder and acknowledge its agents.',
  },
  opencode: { missing: again },
};
