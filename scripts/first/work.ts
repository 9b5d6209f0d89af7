/** Carries out the runs of the first evaluation: claims, plays, submits, several at once. */
import type { Assignment } from '#document/kind/assignment.ts';
import { type Client, messageOf } from '../runner/client.ts';
import type { RunResult } from '../runner/command.ts';

const heartbeatMilliseconds = 20_000;

/**
 * Works until no assignment is left.
 * @param perform what a run is
 * @param onRun called after each
 */
export async function workOff(
  runner: Client,
  parallel: number,
  perform: (given: Assignment) => Promise<RunResult>,
  onRun: () => void,
): Promise<void> {
  const worker = async (): Promise<void> => {
    for (;;) {
      const given = await ask(runner, 'runner/claims', messageOf('runner_claim'));
      if (given.assignment === 'none') return;
      const lease = { lease: given.lease };
      const beat = setInterval(
        () => void runner.post('runner/heartbeats', messageOf('heartbeat', lease)).catch(() => undefined),
        heartbeatMilliseconds,
      );
      try {
        const result = await perform(given as unknown as Assignment);
        await ask(runner, 'runs', messageOf('run_summary', { ...lease, ...result }));
      } finally {
        clearInterval(beat);
      }
      onRun();
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

async function ask(runner: Client, route: string, message: string): Promise<Record<string, unknown>> {
  const { status, fields, text } = await runner.post(route, message);
  if (status !== 200) throw new Error(`POST ${route}: ${status}\n${text}`);
  return fields;
}
