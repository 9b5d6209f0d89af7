/** The page of a domain: its tasks, with what to begin with, then the text of its editors, and how its findings divide. */

import type { Link } from '../beside.ts';
import { effectPlots } from '../drawing/effect/plot.ts';
import { Html, html } from '../html/html.ts';
import type { Heading } from '../html/markdown.ts';
import { chips, strings } from '../part.ts';
import { choiceTable } from './listing.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

/** The most numbers of a group that the page shows. The page of all findings has the others. */
const maxEffects = 5;

export function domainParts({ value, beside, body }: ShownBody): Parts {
  const { effects = [], titles = {}, choice } = beside;
  const domain = String(value.domain);
  const nameOf = (task: string) => titles[`/tasks/${domain}.${task}.md`];
  return {
    before: choice && choiceTable(choice),
    body: choice && withoutTasks(body.html, nameOf),
    ...(choice && { within: named(body.headings, nameOf) }),
    after: html`
      <section>
        <h2 id="Evidence">Evidence</h2>
        ${effects.length > 0 && effectPlots(effects, 'the pattern', maxEffects)}
        <p><a href="/domains/${domain}/findings.html">All findings</a>, on these patterns:</p>
        ${chips(
          strings(value.patterns).map(name => `/patterns/${name}.md`),
          titles,
        )}
      </section>`,
    later: [heading('Evidence', 'Evidence')],
    shows: ['domain', 'tasks', 'patterns'],
  };
}

type Name = (task: string) => Link['title'] | undefined;

/** The anchor of the list of tasks in the body. */
const tasksId = 'tasks';
const without = 'Tasks without a page of their own';

/**
 * Returns the headings of the body, with the titles of tasks in place of their names. The heading of the list stays only above
 * tasks without a page of their own, and then says so.
 */
const named = (headings: readonly Heading[], nameOf: Name): Heading[] =>
  headings.flatMap((each, at) => {
    if (each.id === tasksId) return headings[at + 1]?.depth === 3 ? [{ ...each, text: without }] : [];
    return [{ ...each, text: nameOf(each.text) ?? each.text }];
  });

/**
 * Removes the list of tasks from the body, because a table shows the tasks. A task without a page of
 * its own keeps its entry, under its title.
 */
const withoutTasks = ({ text }: Html, nameOf: Name): Html =>
  new Html(
    text
      .replace(/<h2 id="tasks">[\s\S]*?(?=<h2 )/, part => {
        const at = part.indexOf('<h3 ');
        return at < 0 ? '' : `<h2 id="${tasksId}">${without}</h2>${part.slice(at)}`;
      })
      .replace(/(<h3 id="(\w+)">)\2/g, (whole, open: string, task: string) => {
        const title = nameOf(task);
        return title === undefined ? whole : `${open}${title}`;
      }),
  );
