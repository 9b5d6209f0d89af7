/** Messages to editors: faults with their files, written like those of a compiler or as annotations of GitHub. */
import { byPlace, type Fault, type Place } from '#document/text/fault.ts';
import { byText } from '#document/text/manifest.ts';

/** A fault in a file; `file` is relative to the project. */
export interface SourceFault extends Fault {
  file: string;
  /** Set for a fault that does not stop the build; absent for an error. */
  severity?: 'warning';
  /**
   * The common cause of several faults, such as `pattern:verifier-gate` for a pattern that does not exist. Faults with one cause
   * become one message; absent for a fault that is reported by itself.
   */
  cause?: string;
}

/** Makes a fault at a line and column. If `field` is left out, the fault concerns the text as a whole. */
export const faultAt = (
  { line, column }: Place,
  rule: string,
  message: string,
  help: string,
  field = '',
): Fault => ({ field, rule, message, help, line, column });

/** Makes a fault of a file as a whole. */
export const fileFault = (rule: string, message: string, help: string): Fault =>
  faultAt({ line: 1, column: 1 }, rule, message, help);

/** Tells whether a fault stops the build. */
export const isError = ({ severity }: SourceFault): boolean => severity === undefined;

/** Returns messages in the order of their files, then of their places, then of their texts. */
export function sortFaults(messages: readonly SourceFault[]): SourceFault[] {
  return [...messages].sort(
    (a, b) => byText(a.file, b.file) || byPlace(a, b) || byText(a.message, b.message),
  );
}

/** Returns a message as a line that editors understand: `file:line:column: error: MESSAGE HELP [RULE]`. */
export function formatFault(fault: SourceFault): string {
  const { file, line, column, rule, message, help, severity = 'error' } = fault;
  return `${file}:${line}:${column}: ${severity}: ${oneLine(`${message} ${help}`)} [${rule}]\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns a message as a GitHub workflow command, which shows it at its line in a pull request. */
export function formatAnnotation(message: SourceFault): string {
  const { file, line, column, rule, severity = 'error' } = message;
  const properties = `file=${property(file)},line=${line},col=${column},title=${property(rule)}`;
  return `::${severity} ${properties}::${data(`${message.message} ${message.help}`)}\n`;
}

// The escapes that GitHub's workflow commands define for their data and properties.
const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Returns the last line of the report of a failed build, with the numbers of errors and files. */
export function summarise(messages: readonly SourceFault[]): string {
  const errors = messages.filter(isError);
  const files = new Set(errors.map(message => message.file)).size;
  const faults = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  return `${faults} in ${files === 1 ? '1 file' : `${files} files`}. Nothing was published.\n`;
}
