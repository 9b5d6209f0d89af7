/**
 * The use of a team: for each runtime a command that puts its files into a project, an archive, every file to copy, and what the
 * runtime does not enforce. Works without a script: each runtime is a choice among radio buttons, and the style sheet shows the one chosen.
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
        ${exports.map((each, at) => choice(each, at === 0, team, baseUrl))}
      </fieldset>
    </section>`;
}

function choice(
  { path, title: target, runtime = target, files = [], losses = {} }: Exported,
  isFirst: boolean,
  team: string,
  baseUrl: string,
): Html {
  const archive = path.replace(/\.md$/, '.zip');
  const file = archive.slice(archive.lastIndexOf('/') + 1);
  return html`
    <label><input type="radio" name="runtime" value="${target}"${isFirst && html` checked`}><span>${runtime}</span></label>
    <div class="runtime">
      <p>In the folder of your project:</p>
      ${command(`curl -fsSO ${baseUrl}${archive} && unzip -n ${file}`)}
      <p>Or with each signature checked first:</p>
      ${command(`agent-topology add ${team} --to ${target} --from ${baseUrl}`)}
      <p><a href="${archive}" download>All files as ${file}</a> · <a href="${readingLink(path)}">Read them, and what to do then</a></p>
      <p class="lost">${lostSentence(losses)}</p>
      <ul>${files.map(each => html`<li><code>${each}</code> ${copyButton(path, each)}</li>`)}</ul>
    </div>`;
}

/** The button that copies one file of an export. */
const copyButton = (path: string, file: string): Html =>
  html`<button type="button" class="scripted" data-of="${path}" data-file="${file}">Copy</button>`;

/** A command, with a button that copies it. */
const command = (line: string): Html =>
  html`<p class="command"><code>${line}</code> <button type="button" class="scripted" data-text="${line}">Copy</button></p>`;

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
