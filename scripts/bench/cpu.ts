/**
 * Processor time of a process and all its children, from `/proc`. A server that has a core for itself answers as many
 * requests a second as it does in a second of processor time; on a machine that does other things too, only the latter
 * tells how fast the server is.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for every program (`USER_HZ`). */
const ticksPerSecond = 100;

export const canMeasure = existsSync('/proc/self/stat');

/** Seconds of processor time, user and system, that the processes have taken so far. */
export function cpuSeconds(root: number): number {
  const processes = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => statOf(Number(name)) ?? []);
  const family = new Set([root]);
  // Children have larger numbers than their parents except for a wrap, so a few passes find all.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const ticks = processes.filter(({ pid }) => family.has(pid)).reduce((sum, each) => sum + each.ticks, 0);
  return ticks / ticksPerSecond;
}

/** proc(5): the name in brackets may hold anything, so fields are counted from its end. */
function statOf(pid: number): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
