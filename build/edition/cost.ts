/** The budget of a version beside that of its control, as bars and as a table. */

import type { Cost } from './beside.ts';
import { sizes } from './drawing/drawing.ts';
import { type Html, html } from './html/html.ts';
import { duration, linkTo, short, table } from './part.ts';

const left = 190;
const longest = 380;
const rowHeight = 40;

/** @param costs the version, and its control where it has one */
export function costPicture(costs: readonly Cost[]): Html {
  const most = Math.max(...costs.map(({ input, output }) => input + output));
  const scale = (tokens: number) => Math.round((tokens / most) * longest * 10) / 10;
  const label = 'Tokens of one run at most';
  const lines = costs.map(({ title, input, output }, at) => {
    const y = at * rowHeight + 10;
    return html`
      <text class="row" x="0" y="${y + 14}">${title}</text>
      <rect class="input" x="${left}" y="${y}" width="${scale(input)}" height="18" rx="3"/>
      <rect class="output" x="${left + scale(input)}" y="${y}" width="${Math.max(2, scale(output))}" height="18" rx="3"/>
      <text x="${left + scale(input + output) + 8}" y="${y + 14}">${short(input + output)}</text>`;
  });
  const cells = costs.map(({ title, path, input, output, milliseconds, calls }) => [
    ...[linkTo(path, { [path]: title }), short(input), short(output), duration(milliseconds)],
    calls === undefined ? 'not stated' : short(calls),
  ]);
  return html`
    <div class="evidence cost">
      <div class="scroll" tabindex="0" role="group" aria-label="${label}">
        <svg role="img" aria-label="${label}"${sizes(640, costs.length * rowHeight + 6)}>${lines}</svg>
      </div>
      ${table(['at most', 'input tokens', 'output tokens', 'time', 'calls'], cells)}
    </div>`;
}
