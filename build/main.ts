/** Where a build and each of its threads begin: in one bundle, since every build from nothing waits until it is made. */
import { isMainThread } from 'node:worker_threads';

void (isMainThread ? import('./run/command.ts') : import('./publish/worker.ts'));
