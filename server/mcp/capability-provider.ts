/** The offer of the endpoint to the protocol handlers: tools, resources and prompts. */
import type {
  CompleteRequestParams,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { Tool } from './tool/tool.ts';

/** Part of a list, and where the next part begins. */
export interface Slice<Item> {
  items: Item[];
  nextCursor?: string;
}

/** Things that can be read by address. */
export interface ResourceProvider {
  templates: readonly ResourceTemplateType[];
  /** @throws ProtocolError -32602 for a cursor that was not given out */
  list(cursor: string | undefined): Slice<Resource>;
  /** Undefined when nothing has the address. */
  read(uri: string): Promise<ReadResourceResult | undefined>;
}

/** A skill and its files (SEP-2640): all of it, so that a client can hold what it reads against it. */
export interface Skill {
  /** Of its `SKILL.md`. */
  uri: string;
  /** The front matter of its `SKILL.md`, word for word. */
  frontmatter: Record<string, unknown>;
  resources: { uri: string; digest: string; size: number }[];
}

export interface SkillProvider {
  list(): Promise<readonly Skill[]>;
  /** Undefined when there is no such skill. */
  get(uri: string): Promise<Skill | undefined>;
}

interface PromptProvider {
  list: readonly Prompt[];
  get(name: string, values: Readonly<Record<string, string>>): GetPromptResult | undefined;
}

/** A function that completes an argument: the values that fit; undefined when there is no such argument anywhere. */
export type Completer = (params: CompleteRequestParams) => readonly string[] | undefined;

export interface CapabilityProvider {
  /** The text about the server that clients show their models. */
  instructions: string;
  tools: readonly Tool[];
  resources: ResourceProvider;
  skills: SkillProvider;
  prompts: PromptProvider;
  complete: Completer;
}
