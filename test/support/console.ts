/** Transcripts of a shell in guides: commands after `$ `, each with what it shows. `…` stands for anything within a line or, alone, for any lines. */

/** A command, and the lines that it shows. */
interface Step {
  command: string;
  shown: string[];
}

/** The steps in the blocks `console` of a guide. */
export function stepsOf(guide: string): Step[] {
  const steps: Step[] = [];
  for (const [, block] of guide.matchAll(/^```console\n([\s\S]*?)^```$/gm))
    for (const line of block!.trimEnd().split('\n')) {
      if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: [] });
      else steps.at(-1)!.shown.push(line);
    }
  return steps;
}

/** The commands of steps as a script, which shows everything on standard output and says before each command which it is. */
export const scriptOf = (steps: readonly Step[]): string =>
  ['exec 2>&1', ...steps.map(({ command }, at) => `echo '@@ ${at}'\n${command}`)].join('\n');

/** Splits the output of such a script into that of each step. */
export const outputsOf = (output: string): string[] => output.split(/^@@ \d+\n/m).slice(1);

/** The expression that what a step shows must match. */
export function expressionOf({ shown }: Step): RegExp {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const lines = shown.map(line =>
    line === '…' ? '(?:.*\\n)*' : `${literal(line).replaceAll('…', '.*')}\\n`,
  );
  return new RegExp(`^${lines.join('')}$`);
}
