/** The service: serves `dist/` over HTTP, in one process or in `WORKERS` of them. `scripts/catalog.ts` starts it. */
import cluster from 'node:cluster';
import { EnvironmentError } from '#document/text/environment.ts';
import { readConfig } from './process/config.ts';
import { openLog } from './process/log.ts';
import { startServer } from './process/server.ts';
import { handleUnhandled } from './process/unhandled.ts';
import { runWorkers, sayAlive, tellFailure } from './process/workers.ts';
import { DistError } from './site/dist.ts';
import { DatabaseError } from './store/database/database.ts';

async function main(tell: Tell): Promise<void> {
  const config = readConfig();
  const { log, flush } = openLog(config.logLevel);
  process.once('exit', flush);
  if (cluster.isPrimary && config.workers > 1) {
    handleUnhandled(log, runWorkers(config.workers, log));
    cluster.once('listening', () => tell(config.baseUrl ?? config.defaultBaseUrl));
    if (config.metrics) {
      const { openPrimaryMetrics, serveMetrics } = await import('./process/metrics.ts');
      (await serveMetrics(openPrimaryMetrics(), config.metrics)).unref();
    }
    return;
  }
  if (cluster.isWorker) sayAlive();
  const server = await startServer(config, log);
  handleUnhandled(log, () => server.stop());
  log.info({ address: server.address, workers: config.workers }, `serving ${server.address}`);
  if (cluster.isPrimary) tell(config.baseUrl ?? config.defaultBaseUrl);
  process.on('SIGHUP', () => server.reload());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const stopped = server.stop().then(() => log.info('stopped'));
      stopped.then(
        () => process.exit(0),
        error => {
          log.error({ err: error }, 'not stopped in order');
          process.exit(1);
        },
      );
    });
  }
}

/**
 * Returns one line about an error that an operator can fix; undefined for any other error, which is a bug and keeps its stack.
 */
function explain(error: unknown): string | undefined {
  if (error instanceof EnvironmentError || error instanceof DistError || error instanceof DatabaseError)
    return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'PORT: another program listens there already. Stop it, or set another PORT.';
  if (code === 'EACCES') return 'PORT: this user may not listen there. Set a PORT above 1023.';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST: this machine has no such address.';
  return undefined;
}

/** Receives the public address of the catalog once it is served. */
type Tell = (baseUrl: string) => void;

/**
 * Starts the service, which runs until a signal ends it. If it cannot start, writes a line that says what to do, and ends the
 * process.
 */
export function runService(tell: Tell = () => {}): void {
  main(tell).catch(error => {
    const line = explain(error) ?? (error instanceof Error ? error.stack : undefined) ?? String(error);
    // If several processes fail for the same reason, the primary process writes the line once.
    if (cluster.isWorker) tellFailure(line, () => process.exit(1));
    else process.stderr.write(`${line}\n`, () => process.exit(1));
  });
}
