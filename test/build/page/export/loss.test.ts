/** The losses that an export lists are those that a second reading finds, from the document and the files alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { ExportTarget } from '#document/kind/export.ts';
import { targets } from '../../../../build/page/export/index.ts';
import { lossesOf } from '../../../../build/page/export/target.ts';
import { readTeam } from '../../../../build/page/program/team.ts';
import type { ExportFile } from '../../../../build/page/program/write.ts';
import { someOf } from '../../../support/large.ts';
import { type PlainEdge, type PlainTeam, performerOf, plainTeams, tools } from '../../../support/team.ts';

/** The parts of a team that the files of a target enforce by a setting or in code. */
interface Enforced {
  role(id: string): boolean;
  edge(edge: PlainEdge): boolean;
  artifact(id: string): boolean;
  budget(field: string): boolean;
  /** No setting can hold a sentence. */
  stop?(at: number): boolean;
  loop?(id: string): boolean;
}

const nothing: Enforced = {
  role: () => false,
  edge: () => false,
  artifact: () => false,
  budget: () => false,
};

/** Whether every tool of a role has one of its names among some. */
const hasTools = (team: PlainTeam, id: string, target: ExportTarget, found: readonly string[]): boolean =>
  team.roles
    .find(role => role.id === id)!
    .tools.every((tool, _, all) => {
      // A shell that runs tests reads the history and merges.
      if (
        ['read-history', 'merge'].includes(tool) &&
        all.includes('run-tests') &&
        !target.startsWith('codex')
      )
        return true;
      return tools.get(tool)?.names[target]?.every(name => found.includes(name));
    });

const isCounted = (team: PlainTeam, id: string) => team.roles.some(role => role.id === id && role.count);

/** By target. A target that is not here enforces nothing: all that it does not list as lost is a fault. */
const readers: Record<string, (team: PlainTeam, files: readonly ExportFile[]) => Enforced> = {
  codex: (team, files) => {
    const config = files.find(({ path }) => path.endsWith('config.toml'))!;
    const { agents } = parseToml(config.text) as { agents: { max_threads: number } };
    return {
      ...nothing,
      budget: field => field === 'max_agents' && agents.max_threads === team.budget.max_agents,
    };
  },
  'docker-agent': (team, [file]) => {
    const { agents } = parseYaml(file!.text);
    const of = (id: string) => agents[id === team.entry_role ? 'root' : id];
    const names = (id: string): string[] =>
      (of(id).toolsets ?? []).flatMap((set: { type: string; tools?: string[] }) =>
        (set.tools ?? []).map(tool => `${set.type}/${tool}`).concat(set.type),
      );
    const has = (id: string, field: string, other: string): boolean =>
      of(id)[field]?.includes(other === team.entry_role ? 'root' : other) ?? false;
    return {
      ...nothing,
      role: id => performs(team, id) && hasTools(team, id, 'docker-agent', names(id)) && !isCounted(team, id),
      edge: ({ from, to, kind }) => {
        if (kind === 'delegates') return has(from, 'sub_agents', to);
        if (kind === 'hands_off') return has(from, 'handoffs', to);
        return (kind === 'reports' || kind === 'votes') && has(to, 'sub_agents', from);
      },
    };
  },
  'claude-workflow': inWorkflow,
  'openai-agents-js': inProgram,
  'langgraph-js': inProgram,
};

const performs = (team: PlainTeam, id: string) =>
  performerOf(team, team.roles.find(role => role.id === id)!) === 'model';

/** A script calls the function of a role where the edges lead to it, asks for the forms of works, and counts. */
function inWorkflow(team: PlainTeam, files: readonly ExportFile[]): Enforced {
  const { text } = files.find(({ path }) => path.endsWith(`/${team.name}.js`))!;
  const [code] = /^(?:const (?:text|list|record) = .*\n)*const forms = \{(?:\n {2}.*)*\n?\};$/m.exec(text)!;
  const forms = runInNewContext(`${code} forms`) as Record<string, object>;
  const atOnce = [...text.matchAll(/await each\(\w+, .*?\), (\d+), /g)].map(([, most]) => Number(most));
  const rounds = [...text.matchAll(/round <= (\d+)|again\('[^']*', (\d+)\)/g)].map(([, a, b]) =>
    Number(a ?? b),
  );
  const calls = (id: string) =>
    text.includes(`own => act(own, '${id}', `) || text.includes(`own => ask(own, '${id}', `);
  return {
    role: id => {
      const role = team.roles.find(each => each.id === id)!;
      if (performerOf(team, role) === 'person') return calls(id);
      if (performerOf(team, role) !== 'model') return role.interface?.operation !== undefined;
      // Its file names no model.
      return false;
    },
    edge: ({ when }) => when === undefined || text.includes(when.replaceAll("'", "\\'")),
    artifact: id => {
      const form = team.artifacts?.find(each => each.id === id);
      const isWritten = team.roles.some(({ writes }) => writes.includes(id));
      if (!isWritten || !form) return true;
      if (form.json_schema && forms[id])
        assert.deepEqual(JSON.parse(JSON.stringify(forms[id])), form.json_schema);
      return form.headings === undefined;
    },
    budget: field => {
      if (field === 'output_tokens') return text.includes(`outputTokens: ${team.budget.output_tokens} }`);
      if (field === 'max_agents') return atOnce.every(most => most <= team.budget.max_agents!);
      return field === 'max_rounds' && rounds.every(Boolean);
    },
    loop: id => rounds.length > 0 && team.loops!.some(each => each.id === id),
  };
}

/** A program asks for the forms of works, counts, and demands what it does not bring. */
function inProgram(team: PlainTeam, files: readonly ExportFile[]): Enforced {
  const [{ path, text }] = files as [ExportFile];
  const isGraph = path.startsWith('langgraph/');
  const isCalled = (id: string) => new RegExp(`(?:act|role)\\((?:own, )?'${id}', `).test(text);
  const isAsked = (id: string) =>
    new RegExp(`\\['${id}'\\]\\?\\.shift\\(\\);|Node\\('${id}', state => \\{\\n.*\\n.* interrupt\\(`).test(
      text,
    );
  return {
    role: id => {
      const role = team.roles.find(each => each.id === id)!;
      const { count, tools: own } = role;
      if (performerOf(team, role) === 'program') return role.interface?.operation !== undefined;
      const isCounted = !count || count.min === count.max || count.each !== undefined;
      if (performerOf(team, role) === 'person') return isAsked(id) && isCounted;
      return isCalled(id) && isCounted && own.length === 0;
    },
    edge: ({ from, when }) => {
      const role = team.roles.find(each => each.id === from)!;
      const isPassed = performerOf(team, role) === 'program' && !role.interface?.operation;
      return when === undefined || (!isPassed && text.includes(when.replaceAll("'", "\\'")));
    },
    artifact: id => {
      const isWritten = team.roles.some(({ writes }) => writes.includes(id));
      return !isWritten || team.artifacts?.find(each => each.id === id)?.headings === undefined;
    },
    budget: field => {
      const {
        input_tokens: input,
        output_tokens: output,
        elapsed_milliseconds: time,
        max_agents: agents,
      } = team.budget;
      if (field === 'elapsed_milliseconds') return text.includes(`milliseconds: ${time}`);
      if (field === 'max_rounds') return true;
      if (field === 'max_agents') return isGraph ? text.includes(`maxConcurrency: ${agents}`) : true;
      if (isGraph) return false;
      if (field === 'calls') return text.includes(`calls: ${team.calls}`);
      return text.includes(field === 'input_tokens' ? `inputTokens: ${input}` : `outputTokens: ${output}`);
    },
    loop: id => team.loops!.some(each => each.id === id),
  };
}

/** Every part of a team that the files do not enforce. No setting and no code can hold a sentence. */
function lost(team: PlainTeam, enforced: Enforced): Set<string> {
  const artifacts = new Set(team.roles.flatMap(role => [...role.reads, ...role.writes]));
  const bounds = [...Object.keys(team.budget), ...(team.calls === undefined ? [] : ['calls'])];
  return new Set([
    ...team.roles.filter(({ id }) => !enforced.role(id)).map(({ id }) => `role:${id}`),
    ...team.edges
      .filter(edge => !enforced.edge(edge))
      .map(({ from, to, kind }) => `edge:${from}>${to}:${kind}`),
    ...[...artifacts].filter(id => !enforced.artifact(id)).map(id => `artifact:${id}`),
    ...bounds.filter(field => !enforced.budget(field)).map(field => `budget:${field}`),
    ...team.stop_conditions.flatMap((_, at) => (enforced.stop?.(at) ? [] : [`stop:${at + 1}`])),
    ...(team.loops ?? []).flatMap(({ id }) => (enforced.loop?.(id) ? [] : [`loop:${id}`])),
  ]);
}

const teams = someOf(plainTeams('all'), 30);
for (const target of targets)
  test(`${target.name} loses what its files do not enforce, of every version of every team`, () => {
    for (const plain of teams) {
      const team = readTeam(plain.text, `/${plain.file}`);
      const files = target.files(team, tools);
      const listed = new Set(lossesOf(team, target, tools).map(({ subject }) => subject));
      assert.deepEqual(
        [...listed].sort(),
        [...lost(plain, readers[target.id]?.(plain, files) ?? nothing)].sort(),
        plain.file,
      );
    }
  });
