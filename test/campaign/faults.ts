/**
 * Faults of an operated service, each on a server of its own: each is seen within a minute in `/readyz`, a metric or an alert, none by the
 * log alone, and its alert ends when it does. Prints a table.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { hasPromtool, requireAlert, requireRules, type Scrape } from '../support/alert-rules.ts';
import { faults } from '../support/fault-list.ts';
import { type Scene, setFaultScene } from '../support/fault-scene.ts';
import type { Fault } from '../support/fault-signs.ts';
import { randomFrom } from '../support/random.ts';
import { type Campaign, withEndings } from './campaign.ts';

/** How long a fault may stay unseen, and how long its end, in milliseconds. */
const maxUnseen = 60_000;
const pause = 100;

interface Sighting {
  fault: Fault;
  where: string[];
  milliseconds: number;
  alert: 'fired and ended' | 'not run: promtool is missing';
}

async function scrape(scene: Scene): Promise<Scrape> {
  return { at: Date.now() / 1000, texts: await scene.metrics() };
}

/** Where a fault shows at this moment. */
async function signsOf({ readyz, metric }: Fault, scene: Scene): Promise<{ where: string[]; all: boolean }> {
  const texts = await scene.metrics();
  const text = texts[0] && texts.join('\n');
  const ready = await scene.readyz();
  const where = [
    ...(readyz && ready !== undefined && readyz.test(ready) ? ['/readyz'] : []),
    ...(metric && text !== undefined && metric.test(text) ? [`metric ${nameOf(metric)}`] : []),
    ...(!metric && text === undefined ? ['metric up'] : []),
  ];
  return { where, all: where.length === Number(readyz !== undefined) + 1 };
}

const nameOf = (metric: RegExp): string => /\w+/.exec(metric.source)![0];

/** Waits for something, and returns how long. @throws after a minute */
async function waitFor(what: string, look: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await look())) {
    if (performance.now() - begun > maxUnseen) throw new Error(`${what} within a minute.`);
    await wait(pause);
  }
  return performance.now() - begun;
}

function rehearse(fault: Fault): Promise<Sighting> {
  return withEndings(async context => {
    const scene = await setFaultScene(context, fault.needs);
    const isWell = async () => (await signsOf(fault, scene)).where.length === 0;
    if (!fault.counts) await waitFor(`${fault.name}: all is not well before it`, isWell);
    const before = await scrape(scene);
    const end = await fault.inject(scene);
    let where: string[] = [];
    const milliseconds = await waitFor(`${fault.name}: it was not seen`, async () => {
      await fault.provoke?.(scene);
      const signs = await signsOf(fault, scene);
      where = signs.where;
      return signs.all;
    });
    const during = await scrape(scene);
    await end();
    if (!fault.counts) await waitFor(`${fault.name}: its end was not seen`, isWell);
    const after = await scrape(scene);
    if (!hasPromtool()) return { fault, where, milliseconds, alert: 'not run: promtool is missing' };
    requireAlert(fault.alert, { before, during, after });
    return { fault, where: [...where, `alert ${fault.alert}`], milliseconds, alert: 'fired and ended' };
  });
}

const rowOf = ({ fault, where, milliseconds, alert }: Sighting): string =>
  `| ${fault.name} | ${where.join(', ')} | ${(milliseconds / 1000).toFixed(1)} s | ${alert} |`;

/** Faults in an order that the seed decides, as many as there are rounds. */
function chosen(seed: number, rounds: number): Fault[] {
  if (rounds >= faults.length) return [...faults];
  const random = randomFrom(seed);
  // Others need root, or longer than a slice may take.
  return faults
    .filter(({ needs }) => Object.keys(needs).length === 0)
    .map(fault => ({ fault, at: random() }))
    .sort((one, two) => one.at - two.at)
    .slice(0, rounds)
    .map(({ fault }) => fault);
}

export const campaign: Campaign = {
  description: 'faults of an operated service: each is seen in /readyz, a metric or an alert within a minute',
  rounds: faults.length,
  async run({ seed, rounds, say }) {
    if (hasPromtool()) requireRules();
    const rows: string[] = [];
    let alerts = 0;
    for (const fault of chosen(seed, rounds)) {
      say(fault.name);
      const sighting = await rehearse(fault);
      alerts += Number(sighting.alert === 'fired and ended');
      rows.push(rowOf(sighting));
    }
    if (rounds >= faults.length)
      process.stdout.write(
        `| fault | seen in | after | alert |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`,
      );
    return { faults: rows.length, alerts };
  },
};
