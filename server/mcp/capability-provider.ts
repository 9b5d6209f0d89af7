/** The interface between what the endpoint offers (tools, resources, prompts) and the handlers of the protocol. */
import type {
  CompleteRequestParams,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { Tool } from './tool/tool.ts';

/** A part of a list, with the cursor at which the next part begins. */
export interface Slice<Item> {
  items: Item[];
  nextCursor?: string;
}

/** The resources that can be read by their URI. */
export interface ResourceProvider {
  templates: readonly ResourceTemplateType[];
  /**
   * Returns the part of the list at a cursor, or the first part.
   * @throws ProtocolError -32602 for a cursor that this service never gave out
   */
  list(cursor: string | undefined): Slice<Resource>;
  /** Returns the resource at a URI; undefined if there is none. */
  read(uri: string): Promise<ReadResourceResult | undefined>;
}

/** A skill with the digests of its files (SEP-2640), with which a client can check what it reads. */
export interface Skill {
  /** The URI of its `SKILL.md`. */
  uri: string;
  /** The front matter of its `SKILL.md`, unchanged. */
  frontmatter: Record<string, unknown>;
  resources: { uri: string; digest: string; size: number }[];
}

export interface SkillProvider {
  list(): Promise<readonly Skill[]>;
  /** Returns the skill whose `SKILL.md` has a URI; undefined if there is none. */
  get(uri: string): Promise<Skill | undefined>;
}

interface PromptProvider {
  list: readonly Prompt[];
  get(name: string, values: Readonly<Record<string, string>>): GetPromptResult | undefined;
}

/** Returns the values that complete an argument; undefined if the prompt or template does not exist. */
export type Completer = (params: CompleteRequestParams) => readonly string[] | undefined;

export interface CapabilityProvider {
  /** The text about this server that clients show to their models. */
  instructions: string;
  tools: readonly Tool[];
  resources: ResourceProvider;
  skills: SkillProvider;
  prompts: PromptProvider;
  complete: Completer;
}
