#!/usr/bin/env node
/**
 * `agent-topology`: teams from a catalog as files of a runtime, and the evaluations of a tenant (docs/command.md). In the
 * clone it is `npx agent-topology`, which agent-topology.js starts; the service hands it out as one bundle.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentTopology } from './agent-topology/tenant/program.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

await agentTopology(process, version);
