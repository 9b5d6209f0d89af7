/** The side of services for the campaign: the service and every command are processes of their own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { faceOne } from './service.ts';
import { commands } from './service-attack.ts';
import type { Recording } from './service-recording.ts';
import { attacks } from './service-server.ts';
import { runMeasured, type Side } from './side.ts';

/** How many commands run at once: one for each processor of a small machine. */
const concurrency = 2;

/** The first message of the program, about itself. */
export interface Introduction {
  addresses: Record<string, string>;
  recording: Pick<Recording, 'words' | 'environment' | 'files'>;
}

export async function openServiceSide(): Promise<Side> {
  const file = join(import.meta.dirname, 'service-program.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { addresses, recording } = JSON.parse((await lines.next()).value as string) as Introduction;
  return {
    name: 'service',
    answers: attacks.map(({ name }) => name),
    async face(answer) {
      const attack = attacks.find(({ name }) => name === answer)!;
      child.stdin.write(`${answer}\n`);
      await lines.next();
      const waiting: string[] = [...commands];
      let peakBytes = 0;
      const work = async () => {
        for (let command = waiting.shift(); command; command = waiting.shift()) {
          const setting = {
            recording: { ...recording, answers: {} },
            address: addresses[command]!,
            run: runMeasured,
          };
          peakBytes = Math.max(peakBytes, await faceOne(attack, command, setting));
        }
      };
      await Promise.all(Array.from({ length: attack.isSlow ? waiting.length : concurrency }, work));
      child.stdin.write('\n');
      const strays = Number((await lines.next()).value);
      if (strays > 0) throw new Error(`${answer}: another server was asked ${strays} times.`);
      return { commands: commands.length, peakBytes };
    },
    close() {
      const end = new Promise<void>(resolve => child.once('exit', () => resolve()));
      child.stdin.end();
      return end;
    },
  };
}
