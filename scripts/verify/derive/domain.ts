/** The source of a domain: its page holds its text and the tasks without a page, and the pages of the others what was written of each. */
import { writeDocument } from '#document/text/front-matter.ts';
import { titleOf } from '../../../build/page/compose/task-line.ts';
import { noSign, ruleOfTests } from '../../../build/page/task.ts';
import type { CheckInput, Document } from '../check-input.ts';
import { partsAt, phrasesOf, unescaped, withoutTitle } from './published.ts';

type Fields = Record<string, unknown>;

export function domainSource({ page, source }: Document, { documents }: CheckInput): string | undefined {
  const { title, description, domain, tasks } = source.value;
  const [authored, lists] = partsAt(withoutTitle(source.body), '\n\n## Tasks\n\n');
  if (lists === undefined || !Array.isArray(tasks)) return undefined;
  const [entries] = partsAt(lists, '\n\n## Starters\n\n');
  const writtenOf = (name: string): Fields => {
    const own = documents.get(`/tasks/${domain}.${name}.md`);
    // A host of plain files has a copy of the page of the domain there.
    return own?.source.value.kind === 'task' ? ownFields(name, own) : entryFields(entries, name);
  };
  const declared = tasks.map((task: unknown) => {
    const { name } = Object(task) as { name: string };
    return { ...Object(task), ...writtenOf(name) };
  });
  const named = Array.isArray(source.value.more_tasks) ? source.value.more_tasks : [];
  for (const name of named.map(String)) declared.push({ name, ...writtenOf(name) });
  return writeDocument({ title, description, domain, tasks: declared, ...phrasesOf(page) }, authored);
}

/** What an entry of the page of a domain says of a task. */
function entryFields(entries: string, name: string): Fields {
  const [, after = ''] = partsAt(entries, `\n\n### ${name}\n\n`);
  const [begin = '', advice] = partsAt(after, '\n\n### ')[0].trimEnd().split('\n\n');
  return { ...beginningIn(begin), ...(advice && { advice: unescaped(advice) }) };
}

/** What the page of a task says. */
function ownFields(name: string, { source: { value, body } }: Document): Fields {
  const text = withoutTitle(body);
  const under = (heading: string): string => {
    const [, after = ''] = partsAt(text, `\n\n## ${heading}\n\n`);
    return partsAt(after, '\n\n## ')[0].trimEnd();
  };
  const [advice = ''] = under('When to change').split('\n\n');
  const [test] = partsAt(under('How to see whether it helped'), ruleOfTests);
  const lists = {
    team_pays_when: casesIn(under('When a team pays')),
    team_does_not_pay_when: casesIn(under('When it does not')),
  };
  return {
    description: unescaped(text.split('\n\n')[0]!),
    ...beginningIn(under('What to do first')),
    ...(advice !== noSign && { advice: plain(advice) }),
    ...(test !== '' && { test: unescaped(test.trimEnd()) }),
    ...Object.fromEntries(Object.entries(lists).filter(([, cases]) => cases.length > 0)),
    ...(value.because !== undefined && { because: value.because }),
    ...(value.title !== titleOf({ name }) && { title: value.title }),
    ...(value.token_multiple !== undefined && { token_multiple: value.token_multiple }),
  };
}

/** The default of a task and what to do first with it, as `beginning` of `build/page/compose/task-line.ts` writes them. */
function beginningIn(text: string): { default?: string; first?: string } {
  const [, linked, named, todo] =
    /^Begin with (?:one agent, )?(?:\[([a-z0-9-]+)\]\([^)]*\)|(one agent|[a-z0-9-]+))\.(?: (.*))?$/.exec(
      text,
    ) ?? [];
  const first = linked ?? named?.replace('one agent', 'one_agent');
  return { ...(first && { default: first }), ...(todo && { first: unescaped(todo) }) };
}

/** A text without the links from the names of starters and patterns. */
const plain = (text: string): string => unescaped(text.replace(/\[([a-z0-9-]+)\]\(\/[a-z0-9./-]*\)/g, '$1'));

/** The cases for or against a team. */
const casesIn = (text: string) =>
  (text.match(/^- .*$/gm) ?? []).map(line => caseIn(line.replace(/^- (?:When )?/, '')));

function caseIn(line: string): { case: string; source?: string; finding?: string } {
  const [cited, source, finding] =
    /^ \(\[record\]\(\/research\/([a-z0-9-]+)\.md(?:#([^):]+))?\)(?:: .*)?\)$/.exec(
      line.slice(Math.max(0, line.lastIndexOf(' ([record]('))),
    ) ?? [''];
  return {
    case: unescaped(line.slice(0, line.length - cited.length)),
    ...(source && { source }),
    ...(finding && { finding }),
  };
}
