/** What the catalog offers over MCP. */

import type { CapabilityProvider } from './capability-provider.ts';
import type { McpContext } from './context.ts';
import { pageResources, patternCompleter } from './resource-provider.ts';
import { tools } from './tool/index.ts';

export const catalogProvider = (context: McpContext): CapabilityProvider => ({
  tools,
  resources: pageResources(context),
  prompts: { list: [], get: () => undefined },
  complete: patternCompleter(context),
});
