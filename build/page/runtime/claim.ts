/**
 * The claims about what the files of a coding host enforce. Each was measured: a session of the host, with a scripted
 * model, started every role, which then tried what its file forbids. A claim that did not hold is a loss, and one
 * that could not be measured names its source.
 */
import type { ExportTarget } from '#document/kind/export.ts';

const hosts = ['claude-code', 'codex', 'copilot', 'gemini-cli', 'opencode'] as const satisfies ExportTarget[];

/** The id of a target whose files a coding agent of a person loads. */
export type HostId = (typeof hosts)[number];

export const isHost = (target: ExportTarget): target is HostId =>
  (hosts as readonly string[]).includes(target);

export interface Claim {
  says: string;
  /** The loss of a role in a host for which the claim does not hold; absent if no loss of a role follows from that. */
  lost?: { what: string; instead: string };
  /**
   * The words for the losses that exports list for other reasons and that cover the claim, such as `every edge`; absent if there
   * are none.
   */
  listed?: string;
}

export const claims = {
  started: { says: 'The session starts the agent of each role by its name.' },
  briefed: { says: 'The session gets every edge and every bound of the team.' },
  told: { says: 'An agent gets its instructions word for word.' },
  tools: {
    says: 'An agent gets no tool that its file does not name.',
    lost: {
      what: 'The runtime offers the agent tools that its file does not name.',
      instead:
        'Its instructions say which tools it may use. It also gets the tool servers that you configure.',
    },
  },
  offered: {
    says: 'An agent gets every tool that its file names.',
    listed: 'the tools that a role does without',
  },
  files: {
    says: 'An agent that neither writes nor runs programs changes no file.',
    lost: {
      what: 'The agent can write whatever the session may write.',
      instead: 'Start the session read-only, unless another role writes.',
    },
  },
  shell: {
    says: 'An agent without a shell runs no command.',
    lost: {
      what: 'The agent can run whatever the session may run.',
      instead: 'Start the session without permission to run commands.',
    },
  },
  network: {
    says: 'An agent with neither a shell nor the network reaches no address.',
    lost: {
      what: 'The agent reaches the network wherever the session does.',
      instead: 'Start the session without the network, unless another role needs it.',
    },
  },
  search: {
    says: 'An agent that does not search the web gets no search.',
    lost: {
      what: 'The agent can use the search of the session.',
      instead: 'Start the session without search, unless another role needs it.',
    },
  },
  pages: {
    says: 'An agent that reads a page of the web gets its text unchanged.',
    lost: {
      what: 'The agent gets an answer that a model wrote from a page, not the text of the page.',
      instead: 'If it quotes or keeps words, give it a tool that returns the page itself.',
    },
  },
  alone: {
    says: 'An agent starts no other agent.',
    lost: { what: 'The agent can start other agents.', instead: 'Its instructions forbid it.' },
  },
  team: { says: 'The session starts only agents of its team.', listed: 'every edge' },
  programs: {
    says: 'The session has every tool that its programs need.',
    listed: 'the tools that the session does without',
  },
  turns: { says: 'The runtime ends an agent after the turns that its file states.' },
  minutes: { says: 'The runtime ends an agent after the time that its file states.' },
  threads: { says: 'No more agents work at once than the team allows.' },
  trust: { says: 'The runtime loads no agent of the project until a person trusts it.' },
} as const satisfies Record<string, Claim>;

export type ClaimId = keyof typeof claims;

/** Tells whether exports list a loss for a claim that does not hold. */
export function isListed(claim: ClaimId): boolean {
  const { lost, listed }: Claim = claims[claim];
  return lost !== undefined || listed !== undefined;
}

/** The result of measuring a claim in one version of a runtime. */
export interface Seen {
  /** The number of roles or teams on which the claim was measured; below, the number of those for which it did not hold. */
  measured: number;
  broken: number;
  /** The observation in the first case in which the claim did not hold; absent if it held everywhere. */
  seen?: string;
}

interface NotOffered {
  named: readonly string[];
  missing: readonly string[];
}

/** A measurement of all teams in one version of a runtime. */
export interface Measurement {
  version: string;
  /** The day of the measurement; below, its platform. */
  measured_on: string;
  platform: string;
  teams: number;
  claims: Partial<Record<ClaimId, Seen>>;
  /** The tools that a role was not offered although its file names them. */
  not_offered: readonly NotOffered[];
}

/** The statement of the makers of a runtime on a claim that could not be measured. */
export interface Documentation {
  version: string;
  source: string;
  holds: boolean;
}
