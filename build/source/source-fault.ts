/** Messages to editors: every fault with its file, in the manner of a compiler or as annotations of GitHub. */
import { byPlace, type Fault } from '#build/text/fault.ts';
import { byText } from '#build/text/manifest.ts';

/** A fault in a file; `file` is relative to the project. */
export interface SourceFault extends Fault {
  file: string;
}

/** Orders messages by file, then by place. */
export function sortFaults(messages: readonly SourceFault[]): SourceFault[] {
  return [...messages].sort(
    (a, b) => byText(a.file, b.file) || byPlace(a, b) || byText(a.message, b.message),
  );
}

/** One message as two lines: `file:line:column: error: what [rule]`, then what to do. */
export function formatFault(message: SourceFault): string {
  const { file, line, column, rule } = message;
  return `${file}:${line}:${column}: error: ${message.message} [${rule}]\n    ${message.help}\n`;
}

/** One message as a GitHub workflow command, which shows it beside the line of a pull request. */
export function formatAnnotation(message: SourceFault): string {
  const { file, line, column, rule } = message;
  const properties = `file=${property(file)},line=${line},col=${column},title=${property(rule)}`;
  return `::error ${properties}::${data(`${message.message} ${message.help}`)}\n`;
}

// The escapes that GitHub's workflow commands define for their data and properties.
const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The closing line of a failed build. */
export function summarise(messages: readonly SourceFault[]): string {
  const files = new Set(messages.map(message => message.file)).size;
  const faults = messages.length === 1 ? '1 error' : `${messages.length} errors`;
  return `${faults} in ${files === 1 ? '1 file' : `${files} files`}; nothing was published.\n`;
}
