/** The side of catalogs for the campaign: the catalog and every command are processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { commandsFor, faceOne, type Runner, victim } from './catalog.ts';
import { attacks } from './catalog-server.ts';
import { runMeasured, type Side } from './side.ts';

/** How many commands run at once: one for each processor of a small machine. */
const concurrency = 2;

export async function openCatalogSide(): Promise<Side> {
  const file = join(import.meta.dirname, 'catalog-program.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const address = (await lines.next()).value as string;
  const use = async (name: string) => {
    child.stdin.write(`${name}\n`);
    await lines.next();
  };
  const run: Runner = runMeasured;
  const folder = await victim(address, run);
  return {
    name: 'catalog',
    answers: attacks.map(({ name }) => name),
    async face(answer) {
      const attack = attacks.find(({ name }) => name === answer)!;
      await use(answer);
      const waiting = [...commandsFor(attack)];
      let peakBytes = 0;
      const work = async () => {
        for (let command = waiting.shift(); command; command = waiting.shift())
          peakBytes = Math.max(peakBytes, await faceOne(attack, command, { address, folder, run }));
      };
      await Promise.all(Array.from({ length: attack.isSlow ? waiting.length : concurrency }, work));
      return { commands: commandsFor(attack).length, peakBytes };
    },
    close: () => ended(child),
  };
}

function ended(child: ChildProcess): Promise<void> {
  const end = new Promise<void>(resolve => child.once('close', () => resolve()));
  child.stdin!.end();
  return end;
}
