/**
 * The panel that says how to use a team: for each runtime, a command that puts its files into a project, and every file to copy;
 * then what no runtime enforces, and what only some enforce. It needs no script: each runtime is a radio button, and the style
 * sheet shows the part of the chosen one.
 */

import { groupBy } from '#document/text/group.ts';
import { capitalized, listed, plural } from '#document/text/plain-text.ts';
import type { Exported } from './beside.ts';
import { type Html, html } from './html/html.ts';
import { readingLink } from './html/markdown.ts';

/** Tells whether any export names its runtime. Only exports of the newest version do, so only its page says how to use it. */
export const isUsable = (exports: readonly Exported[]): boolean =>
  exports.some(({ runtime }) => runtime !== undefined);

/** Renders the panel that says how to use a version; undefined if its exports do not name their runtimes. */
export function usePanel(
  value: Record<string, unknown>,
  exports: readonly Exported[],
  baseUrl: string,
): Html | undefined {
  if (!isUsable(exports)) return undefined;
  const own = value.publisher === undefined ? String(value.name) : `${value.publisher}/${value.name}`;
  const team = `${own}@${value.version}`;
  return html`
    <section class="use" aria-labelledby="Use-it">
      <h2 id="Use-it">Use it</h2>
      <fieldset>
        <legend class="hidden">Runtime</legend>
        ${exports.map((each, at) => choice(each, at === 0, baseUrl))}
      </fieldset>
      <ul class="lost">${lostSentences(exports).map(each => html`<li>${each}</li>`)}</ul>
      <p class="caps">Run the command in the folder of your project. To check each signature first, run
        <code>agent-topology add ${team} --from ${baseUrl} --to TARGET</code> instead. TARGET is one of ${exports.map(({ title }) => title).join(', ')}.</p>
    </section>`;
}

function choice(
  { path, title: target, runtime = target, files = [], losses = {} }: Exported,
  isFirst: boolean,
  baseUrl: string,
): Html {
  const archive = path.replace(/\.md$/, '.zip');
  const file = archive.slice(archive.lastIndexOf('/') + 1);
  const count = Object.values(losses).reduce((sum, each) => sum + each, 0);
  return html`
    <label><input type="radio" name="runtime" value="${target}"${isFirst && html` checked`}><span>${runtime}</span></label>
    <div class="runtime">
      ${command(`curl -fsSO ${baseUrl}${archive} && unzip -n ${file}`)}
      ${count > 0 && html`<p><a href="${readingLink(path)}">${plural(count, 'thing')} that ${runtime} does not enforce, and what to do</a></p>`}
      <ul>${files.map(each => html`<li><code>${each}</code> ${copyButton(path, each)}</li>`)}</ul>
    </div>`;
}

/** Renders the button that copies one file of an export. */
const copyButton = (path: string, file: string): Html =>
  html`<button type="button" class="scripted" data-of="${path}" data-file="${file}">${copyName(file.slice(file.lastIndexOf('/') + 1))}</button>`;

/** Renders a command with a button that copies it. */
const command = (line: string): Html =>
  html`<p class="command"><code>${line}</code> <button type="button" class="scripted" data-text="${line}">${copyName('the command')}</button></p>`;

/** Renders the label of a button that copies. The name of what it copies is hidden, because people see it next to the button. */
const copyName = (what: string): Html => html`Copy<span class="hidden"> ${what}</span>`;

const parts: Record<string, string> = {
  budget: 'budgets',
  loop: 'rounds of loops',
  stop: 'stop conditions',
  edge: 'the edges between roles',
  role: 'limits of roles',
  artifact: 'the form of outputs',
};

/**
 * Writes sentences on what runtimes do not enforce: one on the losses of all runtimes, and one for each group
 * of runtimes with the same further losses.
 */
export function lostSentences(exports: readonly Pick<Exported, 'title' | 'runtime' | 'losses'>[]): string[] {
  const lost = exports.map(({ title, runtime = title, losses = {} }) => ({
    runtime,
    parts: Object.keys(parts).filter(part => losses[part] !== undefined),
  }));
  const everywhere = Object.keys(parts).filter(part => lost.every(each => each.parts.includes(part)));
  const more = (own: readonly string[]) => own.filter(part => !everywhere.includes(part));
  const groups = groupBy(lost, each => more(each.parts).join());
  const named = (own: readonly string[]) => own.map(part => parts[part]!);
  const none =
    everywhere.length === 0 ? [] : [`No runtime enforces ${listed(named(everywhere), 'or')} of this team.`];
  const some = [...groups.values()].flatMap(group => {
    const own = more(group[0]!.parts);
    if (own.length === 0) return [];
    const verb = group.length === 1 ? 'does' : 'do';
    return [
      `${listed(group.map(({ runtime }) => runtime))} ${verb} not enforce ${listed(named(own), 'or')}.`,
    ];
  });
  const all = lost.filter(each => each.parts.length === 0).map(({ runtime }) => runtime);
  const whole =
    all.length === 0 ? [] : [`${listed(all)} ${all.length === 1 ? 'enforces' : 'enforce'} everything.`];
  return [...none, ...some, ...whole].map(capitalized);
}
