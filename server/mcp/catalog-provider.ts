/** The parts of the catalog that MCP offers: all of them at `/mcp`, and at `/mcp/openai` the tools that OpenAI's clients need. */

import type { CapabilityProvider } from './capability-provider.ts';
import type { McpContext } from './context.ts';
import { instructions, openAiInstructions } from './instructions.ts';
import { pageResources } from './resource-provider.ts';
import { templateCompleter } from './resource-template.ts';
import { pageSkills } from './skill-provider.ts';
import { openAiTools, tools } from './tool/index.ts';

export const catalogProvider = (context: McpContext): CapabilityProvider => ({
  instructions,
  tools,
  resources: pageResources(context),
  skills: pageSkills(context),
  prompts: { list: [], get: () => undefined },
  complete: templateCompleter(context),
});

/** Makes the provider of `/mcp/openai`, whose tools neither issue nor redeem tickets (docs/mcp.md#12). */
export const openAiProvider = (context: McpContext): CapabilityProvider => ({
  ...catalogProvider(context),
  instructions: openAiInstructions,
  tools: openAiTools,
});
