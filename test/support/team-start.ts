/** An exported program, started from a shell by the line in its own header, in a folder with nothing but its files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Target } from '../../build/export/target.ts';
import { readTeam } from '../../build/export/team.ts';
import type { ModelServer } from './model-server.ts';
import { type PlainTeam, performerOf } from './team.ts';
import { programFolder } from './team-program.ts';
import { Script } from './team-script.ts';

interface Started {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Writes the files of a team into a new folder. @returns the folder, and the line that starts it */
function writeTeam(team: PlainTeam, target: Target): { folder: string; line: string } {
  const folder = join(programFolder, `start-${target.id}`, team.name);
  for (const file of target.files(readTeam(team.text, `/${team.file}`), new Map())) {
    mkdirSync(dirname(join(folder, file.path)), { recursive: true });
    writeFileSync(join(folder, file.path), file.text);
  }
  const [program] = target.files(readTeam(team.text, `/${team.file}`), new Map());
  writeFileSync(join(folder, 'package.json'), '{}');
  return { folder, line: /^ \* {5}npx (tsx .*)$/m.exec(program!.text)![1]! };
}

/**
 * Starts a team as its header says, against a server that plays every model, programs included. Persons answer from the terminal.
 * @param models whether the environment names models
 */
export async function startTeam(
  team: PlainTeam,
  target: Target,
  server: ModelServer,
  models = true,
): Promise<Started> {
  const { folder, line } = writeTeam(team, target);
  const script = new Script(team, 'tour', { byPersons: true });
  for (const work of script.given) writeFileSync(join(folder, `${work}.md`), `The ${work}.`);
  server.play = asked => script.asked(asked);
  // `npx` would look for tsx in the registry: the project has it.
  const command = line.replace(/^tsx/, `"${process.execPath}" --import tsx`);
  const { MODEL: _, ...env } = process.env;
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: {
      ...env,
      ...(models && { MODEL: 'scripted' }),
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: 'none',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  // The program may end before it has read what a person would say next.
  child.stdin.on('error', () => {});
  child.stdin.end(personLines(team, script));
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}

/** What persons type, for as many turns as they may get: each work, and nothing where they could choose. */
function personLines(team: PlainTeam, script: Script): string {
  const persons = team.roles.filter(role => performerOf(team, role) === 'person');
  if (persons.length === 0) return '';
  // Several persons of one team are asked in turns that differ from run to run, so one script fits only one.
  const [person] = persons;
  const works = script.worksOf(person!.id).map(({ text }) => `${text}\n.\n`);
  return `${works.join('')}\n\n`.repeat(40);
}
