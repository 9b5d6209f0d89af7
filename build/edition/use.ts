/**
 * The use of a team: for each runtime a command that puts its files into a project, what it does not enforce, and every file to copy.
 * Works without a script: each runtime is a choice among radio buttons, and the style sheet shows the one chosen.
 */

import type { Exported } from './beside.ts';
import { type Html, html } from './html/html.ts';
import { readingLink } from './html/markdown.ts';

/** Whether these exports say what they hold. */
export const isUsable = (exports: readonly Exported[]): boolean =>
  exports.some(({ runtime }) => runtime !== undefined);

/** The panel of a version; nothing where its exports do not say what they hold. */
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
      <p class="caps">Run the command in the folder of your project. This one checks each signature first:
        <code>agent-topology add ${team} --from ${baseUrl} --to TARGET</code>. TARGET is ${exports.map(({ title }) => title).join(', ')}.</p>
    </section>`;
}

function choice(
  { path, title: target, runtime = target, files = [], losses = {} }: Exported,
  isFirst: boolean,
  baseUrl: string,
): Html {
  const archive = path.replace(/\.md$/, '.zip');
  const file = archive.slice(archive.lastIndexOf('/') + 1);
  return html`
    <label><input type="radio" name="runtime" value="${target}"${isFirst && html` checked`}><span>${runtime}</span></label>
    <div class="runtime">
      ${command(`curl -fsSO ${baseUrl}${archive} && unzip -n ${file}`, `the command for ${runtime}`)}
      <p class="lost">${lostSentence(losses)} <a href="${readingLink(path)}">What to do then</a></p>
      <ul>${files.map(each => html`<li><code>${each}</code> ${copyButton(path, each)}</li>`)}</ul>
    </div>`;
}

/** The button that copies one file of an export. */
const copyButton = (path: string, file: string): Html =>
  html`<button type="button" class="scripted" data-of="${path}" data-file="${file}">${copyName(file.slice(file.lastIndexOf('/') + 1))}</button>`;

/** A command, with a button that copies it. */
const command = (line: string, name: string): Html =>
  html`<p class="command"><code>${line}</code> <button type="button" class="scripted" data-text="${line}">${copyName(name)}</button></p>`;

/** The name of a button: those who see it see what it copies beside it. */
const copyName = (what: string): Html => html`Copy<span class="hidden"> ${what}</span>`;

const parts: Record<string, string> = {
  budget: 'budgets',
  loop: 'rounds of loops',
  stop: 'stop conditions',
  edge: 'the edges between roles',
  role: 'limits of roles',
  artifact: 'the form of outputs',
};

/** Writes what a runtime does not enforce: `Budgets are not enforced here (2 losses, each named with the files).` */
export function lostSentence(losses: Record<string, number>): string {
  const named = Object.keys(parts).filter(part => losses[part] !== undefined);
  if (named.length === 0) return 'This runtime enforces everything in the team.';
  const words = named.map(part => parts[part]!);
  const list = words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  const count = named.reduce((sum, part) => sum + losses[part]!, 0);
  const rest = count === 1 ? '1 loss, named' : `${count} losses, each named`;
  return `${list[0]!.toUpperCase()}${list.slice(1)} are not enforced here (${rest} with the files).`;
}
