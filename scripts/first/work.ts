/** Carries out the runs of the first evaluation, several at once: claims, plays and submits each. */
import { type Client, messageOf, onlyRun, refusalIn } from '../runner/client.ts';
import type { RunResult } from '../runner/command.ts';
import type { Given } from '../runner/ledger.ts';
import { send } from './service.ts';

const heartbeatMilliseconds = 20_000;

/**
 * Carries out runs until no assignment is left.
 * @param parallel the most runs at the same time
 * @param perform carries out a run and returns its result
 * @throws Error when the service refuses a claim or a result
 */
export async function workOff(
  runner: Client,
  parallel: number,
  perform: (given: Given) => Promise<RunResult>,
): Promise<void> {
  const worker = async (): Promise<void> => {
    for (;;) {
      const answer = await runner.post('runner/claims', messageOf('runner_claim', { count: 1 }));
      if (answer.status !== 200)
        throw new Error(`POST runner/claims: ${answer.status} ${refusalIn(answer).description}`);
      const given = onlyRun(answer);
      if (given === undefined) return;
      const lease = { lease: given.lease };
      const beat = setInterval(
        () => void runner.post('runner/heartbeats', messageOf('heartbeat', lease)).catch(() => undefined),
        heartbeatMilliseconds,
      );
      try {
        const result = await perform(given);
        await send(runner, 'runs', messageOf('run_summary', { ...lease, ...result }));
      } finally {
        clearInterval(beat);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
