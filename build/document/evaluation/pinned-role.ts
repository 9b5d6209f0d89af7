/** Checks that an execution lock pins every role of its formation exactly (docs/tenants.md#6). */

import type { Role } from '../kind/topology.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { didYouMean } from '../text/validate.ts';
import type { LockedRole } from './execution-lock.ts';

/** Returns the faults in the roles of a lock, given the roles of the formation that it names. */
export function checkExecutionLock(locked: readonly LockedRole[], roles: readonly Role[]): UnplacedFault[] {
  return [
    ...locked.flatMap((role, index) => roleFaults(role, index, locked, roles)),
    ...missing(locked, roles),
  ];
}

function missing(locked: readonly LockedRole[], roles: readonly Role[]): UnplacedFault[] {
  return roles
    .filter(role => !locked.some(each => each.id === role.id))
    .map(role => ({
      path: ['roles'],
      rule: 'unpinned-role',
      message: `The role \`${role.id}\` of the formation is not pinned.`,
      help: `Add an item with \`id: ${role.id}\`.`,
    }));
}

function roleFaults(
  role: LockedRole,
  index: number,
  locked: readonly LockedRole[],
  roles: readonly Role[],
): UnplacedFault[] {
  const ids = roles.map(each => each.id);
  const found = roles.find(each => each.id === role.id);
  if (found === undefined) {
    const message = `The formation has no role \`${role.id}\`.`;
    const help = `Name one of its roles: ${ids.join(', ')}.${didYouMean(role.id, ids)}`;
    return [{ path: ['roles', index, 'id'], rule: 'unknown-role', message, help }];
  }
  const first = locked.findIndex(each => each.id === role.id);
  if (first < index) {
    const message = `The role \`${role.id}\` appears twice (roles[${first}] and roles[${index}]).`;
    return [{ path: ['roles', index, 'id'], rule: 'duplicate-id', message, help: 'Keep one of the two.' }];
  }
  return [...modelFaults(role, index, found), ...toolFaults(role, index, found)];
}

function modelFaults(role: LockedRole, index: number, { model_tier }: Role): UnplacedFault[] {
  if (model_tier === 'none' && role.model_id !== undefined) {
    const message = `The role \`${role.id}\` is a program without a model, but a model is pinned for it.`;
    return [{ path: ['roles', index, 'model_id'], rule: 'pin', message, help: 'Remove `model_id`.' }];
  }
  if (model_tier === 'none' || role.model_id !== undefined) return [];
  const message = `The role \`${role.id}\` uses a model, but none is pinned.`;
  const help = 'Add `model_id:` with the exact name of the model.';
  return [{ path: ['roles', index], rule: 'pin', message, help }];
}

function toolFaults(role: LockedRole, index: number, { tools }: Role): UnplacedFault[] {
  const unknown = role.tools.flatMap((tool, at) => {
    const twice = role.tools.findIndex(each => each.name === tool.name) < at;
    if (tools.includes(tool.name) && !twice) return [];
    const message = twice
      ? `The tool \`${tool.name}\` appears twice.`
      : `The formation does not give \`${role.id}\` the tool \`${tool.name}\`.`;
    return [
      { path: ['roles', index, 'tools', at, 'name'], rule: 'unknown-tool', message, help: 'Remove it.' },
    ];
  });
  const missing = tools
    .filter(name => !role.tools.some(tool => tool.name === name))
    .map(name => ({
      path: ['roles', index, 'tools'],
      rule: 'unpinned-tool',
      message: `The tool \`${name}\` of \`${role.id}\` has no version.`,
      help: `Add an item with \`name: ${name}\` and its version.`,
    }));
  return [...unknown, ...missing];
}
