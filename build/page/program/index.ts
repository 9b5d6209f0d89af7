/** The programs of a team by target: files that somebody runs. They are always those that this version of the code writes. */
import type { ExportTarget } from '#document/kind/export.ts';
import { langgraphFiles } from './langgraph.ts';
import { openaiAgentsFiles } from './openai-agents.ts';
import type { Team } from './team.ts';
import { workflowFiles } from './workflow.ts';
import type { ExportFile } from './write.ts';

const writers: Partial<Record<ExportTarget, (team: Team) => ExportFile[]>> = {
  'claude-workflow': workflowFiles,
  'openai-agents-js': openaiAgentsFiles,
  'langgraph-js': langgraphFiles,
};

/** Returns the programs of a team for a target; none for a target without programs. */
export const programsOf = (team: Team, target: ExportTarget): ExportFile[] => writers[target]?.(team) ?? [];
