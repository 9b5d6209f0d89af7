// Loaded before a measured program: when it ends, notes the largest resident set that it had, in bytes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.BENCH_MEMORY_NOTES) {
  process.on('exit', () => {
    const file = join(process.env.BENCH_MEMORY_NOTES, String(process.pid));
    writeFileSync(file, String(process.resourceUsage().maxRSS * 1024));
  });
}
