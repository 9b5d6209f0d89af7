/** A runtime: how it is installed and started, and what its model must call to start a role and to test the bounds of a role. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Team } from '../../build/page/program/team.ts';
import type { HostId } from '../../build/page/runtime/claim.ts';
import { environment } from '../client/client.ts';
import type { Call } from '../client/model.ts';
import { write } from '../support/folder.ts';
import type { Turn, Who } from './scene.ts';

/** Where a team is run. */
export interface Place {
  /** The address of the scripted model. */
  model: string;
  /** The project, which holds the files of the team. */
  work: string;
  /** An empty home. */
  home: string;
}

/** How a session is started that runs the command of a team. */
interface Start {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Settings of the person who starts it, by their paths in the home. */
  settings?: Readonly<Record<string, string>>;
}

/** The attempts of a role at things that its file may forbid. */
interface Probes {
  /** A file in the project, and one beside it. */
  inside: string;
  outside: string;
  /** Shell commands: one that writes into the project, one that writes beside it, one that reaches the network. */
  commands: readonly string[];
  /** An address in the network. */
  address: string;
}

export interface Runtime {
  target: HostId;
  name: string;
  package: string;
  command: string;
  /** Tools that it gives to every agent, whatever the agent's file says, and that reach nothing. */
  own: readonly string[];
  /** The tools that it offers for a name in the vocabulary, where they are called otherwise. */
  offered?: Readonly<Record<string, readonly string[]>>;
  /** Names that it offers nothing for as it is started here. */
  unmeasured?: readonly string[];
  start(place: Place, team: Team): Start;
  /** The same for a person who has not trusted the project, where that makes a difference. */
  untrusted?(start: Start): Start;
  /** The call by which a session starts an agent. */
  starts(agent: string, prompt: string): Call;
  /** Any agent that belongs to no team. */
  other: string;
  /** Returns the next calls of the session to start every role, where it is more than one call after the other. */
  session?(runtime: Runtime, team: Team, turn: Turn): readonly Call[];
  /** Returns the calls of a role for its probes, one after the other. */
  tries(probes: Probes): readonly Call[];
  /** How a role ends, where that takes a call. */
  ends?: Call;
}

/** Returns the probes of a role in a place. */
export function probesOf({ model, work }: Place, { team, role }: Required<Who>): Probes {
  const name = `${team}.${role}`;
  const address = `${model}/reach/${team}/${role}`;
  const [inside, outside] = [join(work, 'written', name), join(work, '../outside', name)];
  const commands = [
    `echo ran > ${join(work, 'ran', name)}`,
    `echo ran > ${join(work, '../outside', `${name}.ran`)}`,
    `curl -s -m 5 ${address}`,
  ];
  return { inside, outside, commands, address };
}

export interface Ran {
  /** Undefined when it was stopped because it took too long. */
  code: number | undefined;
  output: string;
}

/** Runs a session to its end; nothing that it started is left. @param root where the runtime is installed */
export async function runSession(
  runtime: Runtime,
  place: Place,
  team: Team,
  { root, folder, seconds, trusted }: { root: string; folder: string; seconds: number; trusted: boolean },
): Promise<Ran> {
  const start = runtime.start(place, team);
  const { args, env, settings = {} } = (!trusted && runtime.untrusted?.(start)) || start;
  for (const [path, text] of Object.entries(settings)) write(place.home, path, text);
  const folders = ['written', 'ran', '../outside', '../home/tmp'];
  for (const each of folders) mkdirSync(join(place.work, each), { recursive: true });
  const command = join(root, folder, 'node_modules/.bin', runtime.command);
  const child = spawn(command, args, {
    cwd: place.work,
    env: environment(root, { HOME: place.home, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const killed = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    killed();
  }, seconds * 1000);
  return new Promise(resolve => {
    const end = (code: number | undefined, more = '') => {
      clearTimeout(deadline);
      killed();
      resolve({ code: late ? undefined : code, output: output + more });
    };
    child.on('error', error => end(1, String(error)));
    child.on('close', code => end(code ?? 1));
  });
}
