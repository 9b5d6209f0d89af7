/** Other users of this machine that a runner of root uses for agents and checks (docs/run-isolation.md#3). */
import { readFileSync } from 'node:fs';

export interface User {
  name: string;
  uid: number;
  gid: number;
  home: string;
}

/**
 * The user of a name.
 * @param option what named it
 * @throws Error when there is none, or this process may not become another user
 */
export function userOf(name: string, option: string): User {
  if (process.getuid?.() !== 0)
    throw new Error(`${option} needs a runner that is started as root: only root may become another user.`);
  // passwd(5): name, password, uid, gid, comment, home, shell.
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(each => each.startsWith(`${name}:`));
  const [, , uid, gid, , home = '/'] = line?.split(':') ?? [];
  if (uid === undefined || Number(uid) === 0)
    throw new Error(`${option} ${name}: ${uid ? 'root is no other user' : '/etc/passwd has no such user'}.`);
  return { name, uid: Number(uid), gid: Number(gid), home };
}

/** The environment of a user's program: temporary files of the runner's are not the user's. */
export function asUser(environment: Record<string, string>, user: User | undefined): Record<string, string> {
  if (user === undefined) return environment;
  const { TMPDIR: _, TMP: __, TEMP: ___, ...rest } = environment;
  return { ...rest, HOME: user.home, USER: user.name, LOGNAME: user.name };
}
