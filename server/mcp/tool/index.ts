/** The list of all tools, in the order in which clients show them. */
import { fetch } from './fetch.ts';
import { getPattern } from './get-pattern.ts';
import { listStarters } from './list-starters.ts';
import { openAiFetch, openAiSearch } from './openai.ts';
import { reportOutcome } from './report-outcome.ts';
import { search } from './search.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [search, fetch, getPattern, listStarters, reportOutcome];

/** The tools that OpenAI's clients need. */
export const openAiTools: readonly Tool[] = [openAiSearch, openAiFetch];
