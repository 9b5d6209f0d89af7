/** The next command that `agent-topology add` names, for each target. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targets } from '../../../../build/page/export/index.ts';
import { readTeam } from '../../../../build/page/program/team.ts';
import { nextSteps } from '../../../../scripts/agent-topology/team/command/next.ts';
import { plainTeams } from '../../../support/team.ts';

test('each target has a next command, and that of a program begins with its inputs', () => {
  const plain = plainTeams('newest').find(({ name }) => name === 'claim-check')!;
  const team = readTeam(plain.text, `/${plain.file}`);
  const commands = targets.map(target => {
    const files = target.files(team, new Map()).map(file => ({ ...file, digest: 'sha256:0' }));
    const { id, version } = target;
    const exported = { target: id, target_version: version, losses: [], settings: [], files };
    const steps = nextSteps('house/claim-check', exported, false);
    assert.match(steps, /^Next: commit the files and agent-topology\.lock\.yaml, then run$/m);
    return [id, [...steps.matchAll(/^ {4}(.*)$/gm)].map(([, line]) => line)] as const;
  });
  const program = (install: string, start: string) => [
    'echo \'{"claim":"…"}\' > inputs.json',
    `npm install ${install}`,
    `${start} inputs.json own.ts`,
  ];
  assert.deepEqual(Object.fromEntries(commands), {
    'claude-code': ['claude "/claim-check TASK"'],
    'claude-workflow': ['claude "/claim-check INPUTS"'],
    codex: ["codex '$claim-check TASK'"],
    copilot: ['copilot --agent claim-check'],
    cursor: ['agent'],
    'gemini-cli': ['gemini -i "/claim-check TASK"'],
    opencode: ['opencode'],
    'docker-agent': ['docker agent run docker-agent/claim-check.yaml'],
    prompts: ['cat prompts/claim-check.md'],
    'openai-agents-js': program(
      '@openai/agents@0.20 zod@4 tsx',
      'OPENAI_API_KEY=… npx tsx openai-agents/claim-check.ts',
    ),
    'langgraph-js': program(
      '@langchain/langgraph@1 langchain@1 @langchain/openai@1 zod@4 tsx',
      'MODEL=openai:gpt-5 npx tsx langgraph/claim-check.ts',
    ),
  });
});
