/** Reads the documents that a runner needs for an assignment: the lock, the formation, and the names of tools. */
import { type ExecutionLock, executionLock, type LockedRole } from '#document/evaluation/execution-lock.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import type { Team } from '../../build/page/program/team.ts';
import { readAs } from '../support/client/document.ts';
import { BadAnswer } from '../support/client/error.ts';
import { get } from '../support/http.ts';
import type { Client } from './client.ts';
import type { Declared, ToolNames } from './conformance/declared.ts';
import { declaredBy } from './conformance/declared.ts';
import { teamOf, toolNamesIn } from './conformance/formation.ts';

export interface Documents {
  /** Returns the roles of a lock, and the number of attempts of a run; no roles if the lock cannot be read. */
  lockOf(lock: string): Promise<Pick<ExecutionLock, 'roles' | 'best_of'>>;
  /** Reads the roles, tools and edges that the formation of an assignment declares; undefined if it cannot be read. */
  declaredBy(formation: string): Promise<Declared | undefined>;
}

/**
 * Makes the reader of the documents for assignments.
 * @param name the names of agents and tools in the formation, by their names in a trace
 */
export function openDocuments(client: Client, baseUrl: string, name: ReadonlyMap<string, string>): Documents {
  const known = new Map<string, Buffer>();
  let tools: ToolNames | undefined;
  const bytesOf = async (digest: string): Promise<Buffer | undefined> => {
    const hex = digest.replace('sha256:', '');
    const kept = known.get(digest);
    if (kept) return kept;
    const { status, body } = await client.get(`artifacts/sha256/${hex}.md`);
    const found = status === 200 ? body : await publicBytes(`${baseUrl}/artifacts/sha256/${hex}.md`);
    // A service or proxy that gives other bytes would spoil the evidence unseen.
    if (found === undefined || digestField(sha256Hex(found)) !== digest) return undefined;
    known.set(digest, found);
    return found;
  };
  return {
    async lockOf(lock) {
      const bytes = await bytesOf(lock);
      return bytes === undefined ? { roles: [] } : readLock(lock, bytes);
    },
    async declaredBy(formation) {
      const bytes = await bytesOf(formation);
      tools ??= toolNamesIn((await publicBytes(`${baseUrl}/tools.md`))?.toString() ?? '');
      return bytes && unlessThrown(() => declaredBy(teamOf(bytes.toString(), formation), tools!, name));
    },
  };
}

/**
 * Reads the roles and attempts of an execution lock.
 * @throws Error when the bytes are not a lock, or the name of a model would lead to another folder in a path
 */
function readLock(digest: string, bytes: Buffer): Pick<ExecutionLock, 'roles' | 'best_of'> {
  try {
    const { roles, best_of } = readAs(executionLock, bytes).fields;
    const odd = roles.find(({ model_id = '' }) => model_id.split('/').includes('..'));
    if (odd) throw new BadAnswer(`${odd.model_id} is no name of a model.`);
    return { roles, best_of };
  } catch (error) {
    if (error instanceof BadAnswer) throw new Error(`The lock ${digest} cannot be used. ${error.message}`);
    throw error;
  }
}

async function publicBytes(url: string): Promise<Buffer | undefined> {
  const answer = await get(url).catch(() => undefined);
  return answer?.status === 200 ? answer.body : undefined;
}

/** Returns the values of `{model:ROLE}`, and of `{model}`: the model of the entry role, or else of the first role. */
export function modelValues(roles: readonly LockedRole[], team: Team | undefined): Record<string, string> {
  const entry = roles.find(({ id }) => id === team?.entry_role) ?? roles[0];
  return {
    ...(entry && { model: entry.model_id ?? 'none' }),
    ...Object.fromEntries(roles.map(role => [`model:${role.id}`, role.model_id ?? 'none'])),
  };
}
