/** The sides of the campaign: what means harm and every command are processes of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as catalog from './catalog.ts';
import type { Attack as CatalogAttack, CommandName as CatalogCommand } from './catalog-attack.ts';
import { attacks as ofCatalogs } from './catalog-server.ts';
import * as service from './service.ts';
import { type CommandName, commands, type Attack as ServiceAttack } from './service-attack.ts';
import type { Recording } from './service-recording.ts';
import { attacks as ofServices } from './service-server.ts';
import { runMeasured, type Side } from './side.ts';

/** How many commands run at once: one for each processor of a small machine. */
const concurrency = 2;

interface Faced<Attack, Command> {
  commandsFor(attack: Attack): readonly Command[];
  /** @returns the most memory that the command took, in bytes */
  faceOne(attack: Attack, command: Command): Promise<number>;
}

/** @param prepare gets what the program says of itself */
async function openSide<Attack extends { name: string; isSlow?: true }, Command>(
  name: string,
  attacks: readonly Attack[],
  prepare: (introduction: string) => Promise<Faced<Attack, Command>>,
): Promise<Side> {
  const words = ['--import', 'tsx', join(import.meta.dirname, 'program.ts'), name];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value as string;
  const use = (attack: string) => {
    child.stdin.write(`${attack}\n`);
    return next();
  };
  const { commandsFor, faceOne } = await prepare(await next());
  return {
    name,
    answers: attacks.map(each => each.name),
    async face(answer) {
      const attack = attacks.find(each => each.name === answer)!;
      await use(answer);
      const all = commandsFor(attack);
      const waiting = [...all];
      let peakBytes = 0;
      const work = async () => {
        for (let command = waiting.shift(); command; command = waiting.shift())
          peakBytes = Math.max(peakBytes, await faceOne(attack, command));
      };
      await Promise.all(Array.from({ length: attack.isSlow ? all.length : concurrency }, work));
      const strays = Number(await use(''));
      if (strays > 0) throw new Error(`${answer}: another server was asked ${strays} times.`);
      return { commands: all.length, peakBytes };
    },
    async close() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/** Every side that means harm. */
export const sides: readonly (() => Promise<Side>)[] = [
  () =>
    openSide<CatalogAttack, CatalogCommand>('catalog', ofCatalogs, async introduction => {
      const { address } = JSON.parse(introduction) as { address: string };
      const setting = { address, folder: await catalog.victim(address, runMeasured), run: runMeasured };
      return {
        commandsFor: catalog.commandsFor,
        faceOne: (attack, command) => catalog.faceOne(attack, command, setting),
      };
    }),
  () =>
    openSide<ServiceAttack, CommandName>('service', ofServices, async introduction => {
      const { addresses, recording } = JSON.parse(introduction) as {
        addresses: Record<string, string>;
        recording: Recording;
      };
      return {
        commandsFor: () => commands,
        faceOne: (attack, command) =>
          service.faceOne(attack, command, { recording, address: addresses[command]!, run: runMeasured }),
      };
    }),
];
