/**
 * The alert rules run on metrics that servers gave, with promtool (Debian: prometheus): before a fault, while it lasts, and after it. So
 * each alert is seen to fire and to end, without the minutes that Prometheus would wait.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

const rules = join(import.meta.dirname, '../../scripts/deploy/monitoring/alerts.yaml');

/** The texts that Prometheus scrapes from each server at one moment; undefined for one that did not answer. */
export interface Scrape {
  /** When, in seconds since 1970. */
  at: number;
  texts: readonly (string | undefined)[];
}

/** The stages of a fault, and how long each lasts, in minutes. */
const stages = ['before', 'during', 'after'] as const;
const minutes = { before: 5, during: 10, after: 30 };
type Stages = Record<(typeof stages)[number], Scrape>;

export const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** Checks that an alert fires while a fault lasts, and neither before nor after it. @throws what promtool says */
export function requireAlert(alert: string, scrapes: Stages): void {
  const file = join(temporaryFolder(), 'test.yaml');
  writeFileSync(file, JSON.stringify(testOf(alert, scrapes)));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The alert ${alert}: ${stdout}${stderr}`);
}

/** Checks the file of rules itself. @throws what promtool says */
export function requireRules(): void {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

function testOf(alert: string, scrapes: Stages): object {
  const firing = `ALERTS{alertname="${alert}",alertstate="firing"}`;
  const one = { exp_samples: [{ labels: '{}', value: 1 }] };
  const quiet = (at: number) => ({ expr: `sum(absent(${firing}))`, eval_time: `${at}m`, ...one });
  const end = minutes.before + minutes.during;
  return {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: seriesOf(scrapes),
        promql_expr_test: [
          quiet(minutes.before - 1),
          { expr: `count(${firing}) > bool 0`, eval_time: `${minutes.before + 4}m`, ...one },
          quiet(end + minutes.after - 1),
        ],
      },
    ],
  };
}

/** Every series with its value in each stage, a sample a minute. */
function seriesOf(scrapes: Stages): { series: string; values: string }[] {
  const count = Math.max(...stages.map(stage => scrapes[stage].texts.length));
  return Array.from({ length: count }, (_, at) => at).flatMap(at => {
    const parsed = stages.map(stage => samplesOf(scrapes[stage], at, startOf(stage)));
    const names = new Set(parsed.flatMap(samples => [...samples.keys()]));
    return [...names].map(name => ({
      series: withTarget(name, at),
      values: stages.map((stage, index) => runOf(parsed[index]!.get(name), minutes[stage])).join(' '),
    }));
  });
}

const runOf = (value: number | undefined, times: number): string =>
  value === undefined ? Array(times).fill('stale').join(' ') : `${value}x${times - 1}`;

/** When a stage begins, in seconds of the test, which begins in 1970. */
const startOf = (stage: (typeof stages)[number]): number =>
  stages.slice(0, stages.indexOf(stage)).reduce((sum, each) => sum + minutes[each], 0) * 60;

function samplesOf({ at, texts }: Scrape, index: number, start: number): Map<string, number> {
  const text = texts[index];
  const samples = new Map([['up', Number(text !== undefined)]]);
  for (const line of (text ?? '').split('\n')) {
    const space = line.lastIndexOf(' ');
    if (line.startsWith('#') || space < 0) continue;
    const [name, value] = [line.slice(0, space), Number(line.slice(space + 1))];
    if (!Number.isFinite(value)) continue;
    samples.set(name, /^\w+_timestamp_seconds/.test(name) ? value - at + start : value);
  }
  return samples;
}

/** A series as Prometheus keeps it. No rule may ask for this name of a job. */
function withTarget(name: string, at: number): string {
  const target = `job="any",instance="server-${at}"`;
  return name.includes('{') ? name.replace('{', `{${target},`) : `${name}{${target}}`;
}
