/** `npm run bench [-- PART…]`: measures the service beside its peers in one run. */
import { measureBuild } from './bench/build.ts';

const documents = Number(process.env.BENCH_DOCUMENTS ?? 10_000);
const times = await measureBuild(documents);
for (const [name, { milliseconds, peakBytes, output }] of Object.entries(times)) {
  process.stdout.write(
    `${name}: ${(milliseconds / 1000).toFixed(2)} s, peak ${(peakBytes / 2 ** 20).toFixed(0)} MiB  ${output}`,
  );
}
