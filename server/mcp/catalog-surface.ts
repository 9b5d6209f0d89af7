/** What the catalog offers over MCP. */
import type { McpWorld } from './mcp-world.ts';
import { pageShelf, patternCompleter } from './resource-shelf.ts';
import type { Surface } from './surface.ts';
import { tools } from './tool/index.ts';

export const catalogSurface = (world: McpWorld): Surface => ({
  tools,
  resources: pageShelf(world),
  prompts: { list: [], get: () => undefined },
  complete: patternCompleter(world),
});
