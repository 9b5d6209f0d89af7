/**
 * A stand-in for Claude Code, for tests without a registry: it reads the same files, asks the same model and keeps to what its
 * documentation says of agents, unless FAULT names what it does not keep to.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { ANTHROPIC_BASE_URL: address, FAULT: fault } = process.env;
const everything = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'WebFetch', 'Write'];

/** The fields of a file and the text below them. */
function read(path) {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(readFileSync(path, 'utf8'));
  const fields = front
    .split('\n')
    .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
  return { ...Object.fromEntries(fields.map(([key, value]) => [key, JSON.parse(value)])), body };
}

async function ask(model, system, messages, tools) {
  const response = await fetch(`${address}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ model, system, messages, tools: tools.map(name => ({ name })) }),
  });
  return (await response.json()).content;
}

async function act({ name, input }) {
  if (name === 'Write') writeFileSync(input.file_path, input.content);
  else if (name === 'Bash') spawnSync('sh', ['-c', input.command]);
  else if (name === 'WebFetch') await fetch(input.url);
  return 'Done.';
}

/** Talks to the model until it calls nothing more. */
async function converse({ model, system, prompt, tools }) {
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const content = await ask(model, system, messages, tools);
    const calls = content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return;
    const results = [];
    for (const call of calls)
      results.push({ type: 'tool_result', tool_use_id: call.id, content: await answer(call, tools) });
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
}

async function answer(call, tools) {
  if (!tools.includes(call.name)) return `There is no tool ${call.name}.`;
  return call.name === 'Agent' ? start(call.input) : act(call);
}

async function start({ subagent_type: type, prompt }) {
  const others = fault === 'agents' ? ['Agent'] : [];
  if (type === 'general-purpose') return converse({ model: 'opus', system: '', prompt, tools: everything });
  if (fault === 'names') return `There is no agent ${type}.`;
  const { tools, model, body } = read(`.claude/agents/${type}.md`);
  await converse({
    model: model ?? 'opus',
    system: fault === 'prompt' ? body.replace(/^- You write .*$/m, '') : body,
    prompt,
    tools: [...(fault === 'tools' ? everything : fault === 'lacking' ? tools.slice(1) : tools), ...others],
  });
  return 'Done.';
}

const [, name, task] = /^\/(\S+) (.*)$/.exec(process.argv[process.argv.indexOf('-p') + 1]);
const command = read(`.claude/commands/${name}.md`);
const prompt = command.body.replace('$ARGUMENTS', () => task).replaceAll('\\$', '$');
await converse({ model: 'opus', system: '', prompt, tools: [...everything, 'Agent'] });
