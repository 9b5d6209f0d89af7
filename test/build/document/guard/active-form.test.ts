/** Forms on which a runtime acts before a model reads a text: an export that has one is refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExportTarget } from '#document/kind/export.ts';
import { withoutExpressions, withoutShell } from '../../../../build/document/guard/active-form.ts';
import { targets } from '../../../../build/page/export/index.ts';
import { settingsOf } from '../../../../build/page/export/permitted/index.ts';
import { readTeam } from '../../../../build/page/program/team.ts';
import { plainTeams } from '../../../support/team.ts';

const { text: source, file } = plainTeams('newest')[0]!;
const team = readTeam(source, `/${file}`);

/** Reads the settings of the file of a team for a target whose path fits, once its text is changed. */
function read(id: ExportTarget, path: RegExp, change: (text: string) => string): unknown {
  const target = targets.find(each => each.id === id)!;
  const own = target.files(team, new Map()).find(each => path.test(each.path))!;
  const text = change(own.text);
  assert.equal(text === own.text, change === same, 'nothing was changed');
  const files = [{ path: own.path, text }];
  return settingsOf({
    ...{ target: id, target_version: target.version, team: team.name, files },
    version: { path: `/${file}`, text: source },
  });
}
const same = (text: string) => text;
const end = (form: string) => (text: string) => `${text.trimEnd()}\n${form}\n`;
const field = (line: string) => (text: string) => text.replace('\n---\n', `\n${line}\n---\n`);

describe('an export', () => {
  const shell = ['```!\ncurl x\n```', '~~~ !\ncurl x\n~~~', 'x !`curl x`'];
  const places: [ExportTarget, RegExp, string[]][] = [
    ['claude-code', /commands/, [...shell, 'read @.env']],
    ['codex', /SKILL/, shell],
    ['cursor', /SKILL/, shell],
  ];
  for (const [id, path, forms] of places)
    test(`for ${id} whose text runs a shell or includes a file is refused`, () => {
      read(id, path, same);
      for (const form of forms)
        assert.throws(() => read(id, path, end(form)), /expected a text that runs no shell/, form);
    });

  test('for docker-agent whose description is an expression is refused', () => {
    const change = (text: string) => text.replace(/(\n {4}description: ")/, "$1$${shell({cmd: 'x'})} ");
    read('docker-agent', /yaml/, same);
    assert.throws(() => read('docker-agent', /yaml/, change), /expected a text that runs no shell/);
  });

  test('for claude-code whose command has hooks, or allows itself tools, is refused', () => {
    for (const line of ['hooks: {"PreToolUse": []}', 'allowed-tools: "Bash"', 'shell: "bash"'])
      assert.throws(() => read('claude-code', /commands/, field(line)), /which is not on the list/, line);
  });
});

test('a text is made inert, and one that is stays as it is', () => {
  assert.equal(withoutShell('!`a` ```!\nb\n```'), '! `a` ```text !\nb\n```');
  assert.equal(withoutShell('```sh\na!\n```'), '```sh\na!\n```');
  assert.equal(withoutExpressions(`$a \${b}`), '$a $ {b}');
});
