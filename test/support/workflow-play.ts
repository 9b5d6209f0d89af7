/** The workflow of a team, run in the stand-in for Claude Code by a script that plays every role. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { claudeWorkflow } from '../../build/page/export/claude-workflow.ts';
import { readTeam, type Team } from '../../build/page/export/team.ts';
import type { Tools } from '../../build/page/export/tool.ts';
import type { Answer, Result, Said } from '../../build/page/export/workflow/data.ts';
import type { PlainTeam } from './team.ts';
import type { Script } from './team-script.ts';
import { type Journal, runWorkflow } from './workflow.ts';
import { answerIn, type Schema } from './workflow-answer.ts';

const content = join(import.meta.dirname, '../../content');
const [, vocabulary = ''] = readFileSync(join(content, 'tools.md'), 'utf8').split('---\n');

/** The tools of the catalog. */
export const tools = new Map(
  (parseYaml(vocabulary).tools as { id: string }[]).map(tool => [tool.id, tool]),
) as unknown as Tools;

export const read = ({ text, file }: PlainTeam): Team => readTeam(text, `/${file}`);

interface Play {
  /** The output tokens that each agent costs. */
  tokens?: number;
  total?: number;
  /** Changes what a role says. */
  changed?: (answer: Answer, role: string, turn: number) => unknown;
}

interface Played {
  result: Result;
  most: number;
  started: number;
  /** How often a person was asked. */
  asked: number;
}

/** Runs the workflow of a team; whoever is asked as a person answers, and the run is resumed. */
export async function play(
  team: PlainTeam,
  script: Script,
  { tokens = 5, total, changed }: Play = {},
): Promise<Played> {
  const files = claudeWorkflow.files(read(team), tools);
  const { text } = files.find(({ path }) => path === `.claude/workflows/${team.name}.js`)!;
  const agents = files.flatMap(({ path }) => /agents\/(.+)\.md$/.exec(path)?.[1] ?? []);
  const answers: Record<string, Said[]> = {};
  const given = Object.fromEntries(script.given.map(work => [work, `The ${work}.`]));
  let journal: Journal = [];
  let turn = 0;
  let most = 0;
  for (let asked = 0; ; asked += 1) {
    const ran = await runWorkflow(text, {
      ...{ args: { task: 'Do it.', given, answers }, agents, journal },
      ...(total !== undefined && { total }),
      play(prompt, { phase, schema }) {
        turn += 1;
        const again = prompt.includes('# Your last answer was refused');
        const answer = answerIn(script.turn(phase, again && !changed), team, schema as Schema);
        return { answer: changed ? changed(answer, phase, turn) : answer, tokens };
      },
    });
    most = Math.max(most, ran.most);
    const { result, started } = ran;
    if (result.ending.by !== 'person') return { result, most, started, asked };
    const { role } = result.ending;
    const { works } = script.turn(role, false);
    const said = { works: Object.fromEntries(works.map(({ name, text }) => [name, text])) };
    answers[role] = [...(answers[role] ?? []), said];
    journal = ran.journal;
  }
}
