/** The start page: what this is, where to put a task, and one team drawn. */
import { searchForm } from '../frame.ts';
import { html } from '../html.ts';
import { readingLink } from '../markdown.ts';
import type { Parts, ShownBody } from './parts.ts';

export function homeParts({ beside: { landing, parts }, figure }: ShownBody): Parts {
  if (!landing) return { shows: [] };
  const { domains, example } = landing;
  return {
    before: html`<section class="task-box"><h2 id="task">What is the task?</h2>${searchForm('task-search', 'Describe the task', 'fix a bug that a test can show')}<p>Or go to it: <a href="/starters/index.html?task_class=coding.bug_fix">fix a bug</a>, <a href="${parts.includes('tasks') ? '/tasks/index.html' : '/domains/index.html'}">all tasks</a>, <a href="/guides/agentic-design-patterns.html">five questions that choose for you</a>.</p></section>
<section><h2 id="domains">Seven kinds of work</h2><div class="cards">${domains.map(({ path, title, description }) => html`<a class="card" href="${readingLink(path)}"><h3>${title}</h3><p>${description}</p></a>`)}</div></section>
${example && html`<section><h2 id="example">One team, drawn</h2><p><a href="${readingLink(example.path)}">${example.title}</a>. ${example.description}</p>${figure}<p>Every team states its roles, budget and stops, and names the single agent that it must beat.</p></section>`}
<section><h2 id="connect">Connect an agent</h2><pre tabindex="0"><code>claude mcp add --transport http catalog $ORIGIN/mcp</code></pre><p>Any MCP client can use <code>/mcp</code>; any other agent reads <a href="/llms.txt">llms.txt</a>. <a href="/docs/mcp.html">How to connect</a>.</p></section>
<section><h2 id="verify">Verify what you read</h2><p>Every version is signed and logged. Its page links a receipt with three lines of shell that check it with <code>curl</code>, <code>sha256sum</code> and <code>openssl</code>. <a href="/docs/trust.html">How to verify an artifact</a> · <a href="/trust/keys.html">the keys</a>.</p></section>`,
    shows: [],
  };
}
