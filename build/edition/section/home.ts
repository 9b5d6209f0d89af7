/**
 * The start page: one verdict, where to put a task, a drawing of one team, what this site is, and last,
 * because it is long, the table of all tasks.
 */

import type { Point } from '#document/effect/point.ts';
import type { Landing } from '../beside.ts';
import { effectPlots } from '../drawing/effect/plot.ts';
import type { EffectRow } from '../drawing/effect/row.ts';
import { searchForm } from '../frame.ts';
import { type Html, html } from '../html/html.ts';
import { isOfFiles, linkTo } from '../part.ts';
import { choiceTable } from './listing.ts';
import type { Parts, ShownBody } from './parts.ts';
import { decisionTags, verdictText } from './task.ts';

export function homeParts({ baseUrl, beside, figure, body }: ShownBody): Parts {
  const { landing } = beside;
  if (!landing) return { shows: [] };
  const tasks = landing.choice ? '#Tasks' : '/domains/index.html';
  return {
    before: html`
      ${verdictPart(landing)}
      <section class="task-box">
        <h2 id="Task">What is your task?</h2>
        ${searchForm('Task-search', {
          label: 'Describe the task',
          placeholder: 'fix a bug',
          needsScript: isOfFiles(beside),
        })}
        <p>Or choose: <a href="${tasks}">all tasks in one table</a> ·${' '}
          <a href="/guides/agentic-design-patterns.html">five questions that choose for you</a></p>
      </section>
      ${examplePart(landing, baseUrl, figure)}
      ${connectPart(baseUrl, isOfFiles(beside))}`,
    body: html`<h2 id="About">What this is</h2>${body.html}`,
    after: landing.choice && html`<h2 id="Tasks">All tasks</h2>${choiceTable(landing.choice)}`,
    shows: [],
  };
}

/** The most rows that each group in a plot of the verdict shows. The rows with the largest values are shown. */
const shownNumbers = 2;

/**
 * Returns the rows with only those of their numbers that are on one scale: percentage points, or percent if no row has points.
 */
function onOneScale(rows: readonly EffectRow[]): EffectRow[] {
  const of = (scale: Point['scale']) =>
    rows
      .map(row => ({ ...row, points: row.points.filter(point => point.scale === scale) }))
      .filter(({ points }) => points.length > 0);
  const points = of('points');
  return points.length > 0 ? points : of('percent');
}

const verdictPart = ({ verdict }: Landing): Html | undefined =>
  verdict &&
  html`
    <section>
      <h2 id="Verdict">Is a team worth it? The answer for one task</h2>
      <h3>${linkTo(verdict.path, { [verdict.path]: verdict.title })}</h3>
      ${decisionTags(verdict.fields)}
      ${verdictText(verdict.fields, [...verdict.effects, ...verdict.samples])}
      ${effectPlots(onOneScale(verdict.effects), 'a team', shownNumbers)}
    </section>`;

function examplePart({ example }: Landing, baseUrl: string, figure: Html | undefined): Html | undefined {
  if (!example) return undefined;
  const { path, title, description, lines } = example;
  return html`
    <section>
      <h2 id="Example">One team, for people and for agents</h2>
      <p><strong>${linkTo(path, { [path]: title })}</strong>: ${description} Like every team here, it states its roles,
        budget and stops, and names the single agent that it must beat.</p>
      <div class="views">
        <div><h3>What a person sees</h3>${figure}</div>
        <div><h3>What an agent reads</h3><pre tabindex="0"><code>$ curl ${baseUrl}${path}${'\n'}${lines}${'\n'}…</code></pre></div>
      </div>
    </section>`;
}

const filesPart = (baseUrl: string): Html => html`
  <pre tabindex="0"><code>curl ${baseUrl}/llms.txt</code></pre>
  <p>Any agent that can fetch a page begins at <a href="/llms.txt">llms.txt</a>. Every page is Markdown there.</p>`;

const mcpPart = (baseUrl: string): Html => html`
  <pre tabindex="0"><code>claude mcp add --transport http catalog ${baseUrl}/mcp</code></pre>
  <p>Any MCP client can use <code>/mcp</code>, and any other agent can read <a href="/llms.txt">llms.txt</a>:${' '}
    <a href="/docs/mcp.html">how to connect</a>.</p>`;

const connectPart = (baseUrl: string, hasFiles: boolean): Html => html`
  <div class="two">
    <section>
      <h2 id="Connect">Connect an agent</h2>
      ${hasFiles ? filesPart(baseUrl) : mcpPart(baseUrl)}
    </section>
    <section>
      <h2 id="Verify">Verify what you read</h2>
      <pre tabindex="0"><code># in a clone of this project${'\n'}npm run verify -- ${baseUrl}</code></pre>
      <p>Every version is signed and logged. Its receipt has three shell commands that check it. See also${' '}
        <a href="/docs/trust.html">how to verify an artifact</a> and <a href="/trust/keys.html">the keys</a>.</p>
    </section>
  </div>`;
