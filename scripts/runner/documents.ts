/** The documents that a runner reads for an assignment: the lock, the formation, and the names of tools. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestField, sha256Hex } from '#document/digest.ts';
import { readDocument } from '#document/front-matter.ts';
import type { Assignment } from '#document/kind/assignment.ts';
import type { ExecutionLock, LockedRole } from '#document/kind/execution-lock.ts';
import type { Team } from '../../build/export/team.ts';
import type { Declared, ToolNames } from '../conformance/declared.ts';
import { declaredBy } from '../conformance/declared.ts';
import { teamOf, toolNamesIn } from '../conformance/formation.ts';
import type { Client } from './client.ts';

export interface Documents {
  /** The roles of a lock; none when it cannot be read. */
  rolesOf(lock: string): Promise<readonly LockedRole[]>;
  /** What the formation of an assignment declares; undefined when it cannot be read. */
  declaredBy(formation: string): Promise<Declared | undefined>;
}

interface Given {
  /** A folder that holds the bytes of locks, or of formations too; others are read from the service. */
  locks?: string;
  /** What agents and tools are called in the formation. */
  name: ReadonlyMap<string, string>;
}

export function openDocuments(client: Client, baseUrl: string, { locks, name }: Given): Documents {
  const known = textsIn(locks);
  const teams = new Map<string, Declared | undefined>();
  let tools: ToolNames | undefined;
  const textOf = async (digest: string): Promise<string | undefined> => {
    const hex = digest.replace('sha256:', '');
    const found =
      known.get(digest) ??
      (await privateText(client, hex)) ??
      (await publicText(`${baseUrl}/artifacts/sha256/${hex}.md`));
    // A service or proxy that gives other bytes would spoil the evidence unseen.
    if (found === undefined || digestField(sha256Hex(found)) !== digest) return undefined;
    known.set(digest, found);
    return found;
  };
  return {
    async rolesOf(lock) {
      const text = await textOf(lock);
      const reading = text === undefined ? undefined : readDocument(text);
      return reading?.ok ? (reading.document.value as unknown as ExecutionLock).roles : [];
    },
    async declaredBy(formation) {
      if (teams.has(formation)) return teams.get(formation);
      const text = await textOf(formation);
      tools ??= toolNamesIn((await publicText(`${baseUrl}/tools.md`)) ?? '');
      teams.set(formation, text === undefined ? undefined : declaredIn(text, formation, tools, name));
      return teams.get(formation);
    },
  };
}

function declaredIn(
  text: string,
  formation: string,
  tools: ToolNames,
  names: ReadonlyMap<string, string>,
): Declared | undefined {
  try {
    return declaredBy(teamOf(text, formation), tools, names);
  } catch {
    return undefined;
  }
}

async function privateText(client: Client, hex: string): Promise<string | undefined> {
  const answer = await client.get(`artifacts/sha256/${hex}.md`);
  return answer.status === 200 ? answer.text : undefined;
}

async function publicText(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
    return answer.status === 200 ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

function textsIn(folder: string | undefined): Map<string, string> {
  if (folder === undefined || !existsSync(folder)) return new Map();
  const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
  return new Map(texts.map(text => [digestField(sha256Hex(text)), text]));
}

/** The values of `{model:ROLE}`, and of `{model}`: the model of the entry role, or of all. */
export function modelValues(roles: readonly LockedRole[], team: Team | undefined): Record<string, string> {
  const entry = roles.find(({ id }) => id === team?.entry_role) ?? roles[0];
  return {
    ...(entry && { model: entry.model_id ?? 'none' }),
    ...Object.fromEntries(roles.map(role => [`model:${role.id}`, role.model_id ?? 'none'])),
  };
}

/**
 * The models of the tiers, as the program of a team reads them.
 * @throws Error when the lock gives two models to one tier
 */
export function tierModels(
  roles: readonly LockedRole[],
  team: Team,
  { lock }: Assignment,
): Record<string, string> {
  const models: Record<string, string> = {};
  for (const { id, model_tier } of team.roles) {
    const model = roles.find(role => role.id === id)?.model_id;
    if (model === undefined || model_tier === 'none') continue;
    const name = `MODEL_${model_tier.toUpperCase()}`;
    if (models[name] !== undefined && models[name] !== model)
      throw new Error(
        `The lock ${lock} gives roles of tier ${model_tier} the models ${models[name]} and ${model}; the program of a team has one model for a tier.`,
      );
    models[name] = model;
  }
  return models;
}
