// Lets the conformance suite load on Node.js 20, whose `fs` has no `globSync` yet.
import { register } from 'node:module';

register('./node-20-hook.mjs', import.meta.url);
