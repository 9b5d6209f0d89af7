/** Writes what was measured into the record that the exports compute losses from. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coerce, compare } from 'semver';
import type { HostId, Measurement } from '../../build/page/runtime/claim.ts';
import type { record as committed } from '../../build/page/runtime/record.ts';

const project = join(import.meta.dirname, '../..');

/** Puts the measurement of a host into the record: that of the newest version, and of each version the last one. */
export function writeRecord(host: HostId, measurements: readonly Measurement[]): void {
  const file = join(project, 'build/page/runtime/record.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as typeof committed;
  const versions = measurements.map(({ version }) => version);
  const others = record[host].filter(({ version }) => !versions.includes(version));
  const newest = [...measurements, ...others]
    .sort((a, b) => compare(coerce(b.version)!, coerce(a.version)!))
    .slice(0, 1);
  writeFileSync(file, JSON.stringify({ ...record, [host]: newest }));
  execFileSync(join(project, 'node_modules/.bin/biome'), ['check', '--write', file], { stdio: 'ignore' });
}
