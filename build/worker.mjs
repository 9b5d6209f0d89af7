// Begins a worker thread: from Node.js 20 on, a thread does not inherit the loader of TypeScript, so it registers its own.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
