/** What of the world the endpoint reaches: pages to read, and nothing that could change anything. */
import type { World } from '../world.ts';

export type McpWorld = Pick<World, 'site' | 'common' | 'publicNames' | 'log'>;
