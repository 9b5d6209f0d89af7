/**
 * Reads the settings that files of an export make. Each file must be written exactly as the build writes it, so that no runtime,
 * however lenient its parser, can find a setting in the file that was not seen here.
 */

import { parse } from 'smol-toml';
import { readYaml } from '#document/text/yaml-reader.ts';
import { withFrontMatter } from '../../program/write.ts';
import { NotPermitted, type Values } from './form.ts';

const fence = '---\n';

/**
 * Reads the front matter of a Markdown file, with the text below it as `body`.
 * @throws NotPermitted when the front matter is not written exactly as the build writes it
 */
export function frontMatterOf(text: string): Values {
  const end = text.indexOf(`\n${fence}`, fence.length - 1);
  if (!text.startsWith(fence) || end < 0) throw new NotPermitted('It has no front matter.');
  const lines = end < fence.length ? [] : text.slice(fence.length, end).split('\n');
  const fields = Object.fromEntries(lines.map(fieldIn));
  const body = text.slice(end + fence.length + 1).replace(/^\n/, '');
  if (withFrontMatter(fields, body) !== text)
    throw new NotPermitted('Its front matter is not in the one form that all readers understand alike.');
  return { ...fields, body };
}

function fieldIn(line: string): [string, unknown] {
  const [, key, value] = /^([a-z][A-Za-z_-]{0,60}): (.*)$/.exec(line) ?? [];
  if (key !== undefined) return [key, json(value!)];
  throw new NotPermitted('Its front matter has a line that is not a field with a JSON value.');
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotPermitted('It has a value that is not JSON.');
  }
}

/**
 * Reads the values in a TOML file.
 * @param write writes the file from its values, and must return the same text
 * @throws NotPermitted when the text is not TOML, or `write` returns another text
 */
export function tomlOf(text: string, write?: (values: Values) => string): Values {
  let values: Values;
  try {
    values = parse(text);
  } catch (error) {
    throw new NotPermitted(`It is not TOML: ${(error as Error).message.split('\n')[0]}.`);
  }
  if (write !== undefined && !wrote(() => write(values), text))
    throw new NotPermitted('It is not TOML as the build writes it.');
  return values;
}

function wrote(write: () => string, text: string): boolean {
  try {
    return write() === text;
  } catch {
    return false; // A value has another type than the writer takes.
  }
}

/**
 * Reads the values in a YAML file without anchors, tags, merged and repeated keys (docs/documents.md#2).
 * @throws NotPermitted for any other text
 */
export function yamlOf(text: string): Values {
  const reading = readYaml(text);
  if (reading.ok) return reading.value;
  const { line, message } = reading.faults[0]!;
  throw new NotPermitted(`Line ${line}: ${message}`);
}
