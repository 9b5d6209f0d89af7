#!/usr/bin/env node
/** The command `agent-topology` in a clone: `npx agent-topology` runs scripts/team.ts without a build. */
import { register } from 'tsx/esm/api';

register();
await import('./team.ts');
