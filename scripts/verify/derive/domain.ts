/** The source of a domain: its page holds its text, and the pages of its tasks what was written of each task. */
import { writeDocument } from '#build/text/front-matter.ts';
import type { CheckInput, Document } from '../check-input.ts';
import { partsAt, phrasesOf, unescaped, withoutTitle } from './published.ts';

export function domainSource({ page, source }: Document, { documents }: CheckInput): string | undefined {
  const { title, description, domain, tasks } = source.value;
  const [authored, lists] = partsAt(withoutTitle(source.body), '\n\n## Tasks\n\n');
  if (lists === undefined || !Array.isArray(tasks)) return undefined;
  const [lines] = partsAt(lists, '\n\n## Starters\n\n');
  const advice = new Map(
    [...lines.matchAll(/^- `([^`]+)`: (.*)$/gm)].map(([, name, text]) => [name, adviceIn(text!)]),
  );
  const declared = tasks.map((task: unknown) => {
    const { name } = Object(task) as { name: string };
    const own = documents.get(`/tasks/${domain}.${name}.md`);
    return { ...Object(task), ...advice.get(name), ...(own && casesOf(own)) };
  });
  const named = Array.isArray(source.value.more_tasks) ? source.value.more_tasks : [];
  for (const name of named.map(String)) {
    const own = documents.get(`/tasks/${domain}.${name}.md`);
    declared.push({ name, ...(own && { ...beginningOf(own), ...casesOf(own) }) });
  }
  return writeDocument({ title, description, domain, tasks: declared, ...phrasesOf(page) }, authored);
}

/** The default of a task and the advice after it, as `adviceOn` of `build/page/task.ts` writes them. */
function adviceIn(text: string): { default?: string; advice?: string } {
  const [, linked, plain, advice] =
    /^(?:\[([a-z0-9-]+)\]\([^)]*\)|(one agent|[a-z0-9-]+))\.(?: (.*))?$/.exec(text) ?? [];
  const first = linked ?? plain?.replace('one agent', 'one_agent');
  return { ...(first && { default: first }), ...(advice && { advice: unescaped(advice) }) };
}

/** What a task is and begins with, as its own page says: the page of the domain only names it. */
function beginningOf({ source: { body } }: Document): Record<string, unknown> {
  const [description = '', begin = ''] = withoutTitle(body).split('\n\n');
  const text = begin.replace(/^\*\*Begin with\*\* (?:one agent, )?/, '');
  return { description: unescaped(description), ...adviceIn(text) };
}

/** The cases for and against a team, and what a team took, as the page of the task has them. */
function casesOf({ source: { value, body } }: Document): Record<string, unknown> {
  const listed = (heading: string) => {
    const [, after = ''] = partsAt(body, `\n\n## ${heading}\n\n`);
    const cases = partsAt(after, '\n\n## ')[0].match(/^- .*$/gm) ?? [];
    return cases.map(line => caseIn(line.slice(2)));
  };
  const lists = {
    team_pays_when: listed('When a team pays'),
    team_does_not_pay_when: listed('When it does not'),
  };
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, cases]) => cases.length > 0)),
    ...(value.token_multiple !== undefined && { token_multiple: value.token_multiple }),
  };
}

function caseIn(line: string): { case: string; source?: string; finding?: string } {
  const [cited, source, finding] = /^ \(\[record\]\(\/research\/([a-z0-9-]+)\.md(?:#([^)]+))?\)\)$/.exec(
    line.slice(Math.max(0, line.lastIndexOf(' ([record]('))),
  ) ?? [''];
  return {
    case: unescaped(line.slice(0, line.length - cited.length)),
    ...(source && { source }),
    ...(finding && { finding }),
  };
}
