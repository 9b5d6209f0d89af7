/**
 * `npm run campaign -- NAME [--seed N] [--rounds N]`: runs a campaign, which is a test that takes too long for the suite. Without
 * a name, it lists the campaigns. The last line states the seed, rounds and counts; a violation ends it with code 1.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Campaign } from '../test/campaign/campaign.ts';

const folder = join(import.meta.dirname, '../test/campaign');
const names = readdirSync(folder)
  .filter(name => name.endsWith('.ts') && name !== 'campaign.ts')
  .map(name => name.slice(0, -'.ts'.length));

const load = async (name: string): Promise<Campaign> => (await import(join(folder, `${name}.ts`))).campaign;

async function list(): Promise<void> {
  for (const name of names) {
    const { description, rounds } = await load(name);
    process.stdout.write(`${name.padEnd(20)} ${description} (${rounds} rounds)\n`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string' } },
  });
  const [name] = positionals;
  if (name === undefined) return list();
  if (!names.includes(name)) throw new Error(`There is no campaign ${name}. Campaigns: ${names.join(', ')}.`);
  const campaign = await load(name);
  const [seed, rounds] = [Number(values.seed), Number(values.rounds ?? campaign.rounds)];
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(rounds))
    throw new Error('--seed and --rounds are whole numbers.');
  const say = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
  const counts = await campaign.run({ seed, rounds, say });
  for (const [count, most] of Object.entries(campaign.goals ?? {}))
    if ((counts[count] ?? 0) > most)
      throw new Error(`${count}: ${counts[count]}, of at most ${most}, in ${JSON.stringify(counts)}.`);
  process.stdout.write(`${name}: seed ${seed}, ${rounds} rounds, passed: ${JSON.stringify(counts)}\n`);
}

await main();
