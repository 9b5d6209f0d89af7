/** What the figures were measured on, without which they say little. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { findTool } from './tool.ts';

export function machine(): Record<string, unknown> {
  const versions = { nginx: '-v', wrk: '-v', caddy: 'version', hugo: 'version' };
  return {
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    memory_mib: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    tools: Object.fromEntries(Object.entries(versions).map(([tool, flag]) => [tool, versionOf(tool, flag)])),
  };
}

function versionOf(tool: string, flag: string): string | null {
  if (!findTool(tool)) return null;
  const { stdout, stderr } = spawnSync(tool, [flag], { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n')[0]!.trim();
}
