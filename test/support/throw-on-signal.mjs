/** Preloaded into a server: what its code never does, on a signal. Not into what only starts others. */
import cluster from 'node:cluster';

if (process.env.WORKERS === undefined || cluster.isWorker) {
  process.on('SIGUSR2', () => {
    setTimeout(() => {
      throw new Error('thrown by a timer');
    });
  });
  process.on('SIGPIPE', () => {
    void Promise.reject(new Error('rejected and forgotten'));
  });
}
