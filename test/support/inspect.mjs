/**
 * Stands in for `inspect eval`: writes a log with the fields of one that Inspect wrote (`test/fixture/import/sums.json`), with a sample
 * for each of 24 cases, which run now. One agent passes every second case, two nearly all.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const option = name => process.argv[process.argv.indexOf(name) + 1];
const [solver, folder] = [option('--solver'), option('--log-dir')];
// Times are counted in seconds: a run in the second of its plan would not be after it.
await wait(1100);
const log = JSON.parse(readFileSync(join(import.meta.dirname, '../fixture/import/sums.json'), 'utf8'));
const now = new Date().toISOString();
const passes = n => (solver === 'solo' ? n % 2 === 0 : n % 10 !== 3);
log.eval.config.epochs = 1;
// Both teams of the guides are pinned to it.
const model = 'anthropic/claude-sonnet-4-5-20250929';
log.eval.model = model;
log.results.total_samples = log.results.completed_samples = 24;
log.eval.created = log.stats.started_at = log.stats.completed_at = now;
log.samples = Array.from({ length: 24 }, (_, index) => ({
  ...log.samples[0],
  ...{ id: `case-${index + 1}`, epoch: 1, started_at: now, completed_at: now, uuid: `u${index}` },
  model_usage: { [model]: log.samples[0].model_usage['sums/adder'] },
  scores: { match: { ...log.samples[0].scores.match, value: passes(index + 1) ? 'C' : 'I' } },
}));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${solver}.json`), JSON.stringify(log));
