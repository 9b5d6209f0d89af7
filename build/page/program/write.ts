/** Writes text into files of other formats so that a reader of the format gets it back unchanged, whatever it holds. */

/** A file of an export. `text` ends with one newline. */
export interface ExportFile {
  path: string;
  text: string;
}

/**
 * Writes a text in double quotes in a form that JSON, YAML (1.1 and 1.2), TOML, JavaScript and TypeScript all read as this text.
 * Characters that any of them takes for a line end or a control character are escaped.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes a Markdown file with front matter. Texts are quoted, lists are on one line, and absent fields are left out. */
export function withFrontMatter(fields: Record<string, unknown>, body: string): string {
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${flow(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n\n${body.trimEnd()}\n`;
}

/** Writes a value as JSON on one line, which is also YAML. */
const flow = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${quoted(key)}: ${flow(item)}`)
      .join(', ')}}`;
  return String(value);
};

/** Writes a fenced block whose fence is longer than any run of backticks in the text. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${fence}`;
}

/**
 * Writes a text as a TOML string in three double quotes.
 * @param text a text that ends with a newline
 */
function tomlText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '""\\"')
    .replace(/[^\P{Cc}\n\t]/gu, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"""\n${escaped}"""`;
}

/** Writes a text as a block in YAML, or in quotes if its characters or spaces could be misread in a block. */
export function yamlText(text: string, indent: string): string {
  const isPlain = !/^\s|[^\P{Cc}\n]|[\u2028\u2029\ufeff]|\n\n$/u.test(text) && text.endsWith('\n');
  if (!isPlain) return quoted(text);
  return `|\n${text.slice(0, -1).replace(/^(?=.)/gm, indent)}`;
}

interface CodexAgent {
  name: string;
  description: string;
  developer_instructions: string;
  sandbox_mode: string;
  approval_policy?: string;
  web_search: string;
  features: Readonly<Record<string, boolean>>;
}

/** Writes the TOML file of an agent of Codex, with these fields only. */
export function codexAgent({ features, approval_policy, ...fields }: CodexAgent): string {
  return [
    `name = ${quoted(fields.name)}`,
    `description = ${quoted(fields.description)}`,
    `developer_instructions = ${tomlText(fields.developer_instructions)}`,
    `sandbox_mode = ${quoted(fields.sandbox_mode)}`,
    ...(approval_policy === undefined ? [] : [`approval_policy = ${quoted(approval_policy)}`]),
    `web_search = ${quoted(fields.web_search)}`,
    '',
    '[features]',
    ...Object.entries(features).map(([feature, isOn]) => `${feature} = ${isOn}`),
    '',
  ].join('\n');
}

/** Writes the TOML file of a command of Gemini CLI. */
export const geminiCommand = (description: string, prompt: string): string =>
  `description = ${quoted(description)}\nprompt = ${tomlText(prompt)}\n`;
