/** `agent-topology` in this process. `run('scripts/team.ts', …)` starts it as people do. */
import { agentTopology } from '../../scripts/agent-topology/tenant/program.ts';
import { call, type Outcome } from './program.ts';

/** @param environment its whole environment */
export const teamCommand = (
  words: readonly string[],
  environment?: Record<string, string>,
): Promise<Outcome> => call(host => agentTopology(host, '1.0.0'), words, environment);
