/**
 * The forms in a text of an export at which a runtime acts before a model reads the text: it runs a program or includes a file.
 * The build writes none of these forms, and the list of permitted settings refuses each (docs/export-settings.md#3).
 */

/** The texts of an export in which a runtime may act. */
export type ActivePlace = 'command' | 'skill' | 'description';

/** A form at which a runtime acts, according to its documentation. */
interface ActiveForm {
  runtime: string;
  /** The form, as Markdown for a table. */
  form: string;
  pattern: RegExp;
  /** The action of the runtime at the form, such as `runs a shell`. */
  does: string;
  /** The text of an export in which the runtime acts at the form. */
  in: ActivePlace;
  /** The page on which the makers or users of the runtime describe the form. */
  source: string;
}

const [claude, opencode] = ['https://code.claude.com/docs/en/skills', 'https://opencode.ai/docs/commands'];
const gemini = 'https://geminicli.com/docs/cli/custom-commands';
const inline = { form: '`` !`…` ``', pattern: /!`/, does: 'runs a shell' };
/**
 * A block of code that runs a shell. In Markdown, three tildes open one like three backticks, and spaces may come before the `!`.
 */
const block = { form: '```` ```! ````', pattern: /(?:```|~~~)[^\S\n]*!/, does: 'runs a shell' };
const file = { form: '`@…`', pattern: /@\S/, does: 'includes a file' };

export const activeForms: readonly ActiveForm[] = [
  ...(['command', 'skill'] as const).flatMap(place => [
    { runtime: 'Claude Code 2.1', ...inline, in: place, source: claude },
    { runtime: 'Claude Code 2.1', ...block, in: place, source: claude },
  ]),
  { runtime: 'Claude Code 2.1', ...file, in: 'command', source: claude },
  { runtime: 'OpenCode 1.18', ...inline, in: 'command', source: opencode },
  { runtime: 'OpenCode 1.18', ...file, in: 'command', source: opencode },
  ...[
    { form: '`!{…}`', pattern: /!\{/, does: 'runs a shell' },
    { form: '`@{…}`', pattern: /@\{/, does: 'includes a file' },
  ].map(each => ({ runtime: 'Gemini CLI 0.61', ...each, in: 'command' as const, source: gemini })),
  {
    ...{
      runtime: 'Docker Agent configuration 7',
      form: `\`\${…}\``,
      pattern: /\$\{/,
      does: 'runs code and tools',
    },
    ...{ in: 'description', source: 'https://github.com/docker/docker-agent/issues/2615' },
  },
];

/**
 * Tells whether a text has a form at which a runtime would act.
 * @param runtime the name of the runtime, without a version
 * @param place the part of an export that the text is
 */
export const isActive = (text: string, runtime: string, place: ActivePlace): boolean =>
  activeForms.some(each => each.runtime.startsWith(runtime) && each.in === place && each.pattern.test(text));

/**
 * Returns a text in which no runtime runs a shell: a space comes between `!` and a backtick, and a block of code that begins with
 * `!` is marked as `text`.
 */
export const withoutShell = (text: string): string =>
  text.replace(/(```|~~~)(?=[^\S\n]*!)/g, '$1text ').replaceAll('!`', '! `');

/** Returns a text in which no runtime evaluates an expression: each `${` becomes `$ {`. */
export const withoutExpressions = (text: string): string => text.replaceAll('${', '$ {');
