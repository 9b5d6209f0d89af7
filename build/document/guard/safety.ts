/**
 * Checks that no text of a starter or formation, which is material to judge, carries anything that acts (docs/formations.md#8).
 * The checks read lines of text and need no parser, so that editors and tenants are held to the same rules.
 *
 * - endpoint: `https://api.example.com/run`, `localhost:8080`, `10.0.0.1`, `evil[.]example` (the cited sources are named by slug)
 * - secret: `-----BEGIN PRIVATE KEY-----`, `ghp_…`, `AKIA…`, `api_key = 4f…`
 * - shell: a line that begins with `$ ` or with a command such as `curl`, and code marked as shell
 */

import { textsWithin } from '../text/characters.ts';
import { type Fault, type FieldPath, fieldName, maxFaults, type Place } from '../text/fault.ts';
import { firstInLines, placesIn } from '../text/line.ts';
import { addressesIn } from './address.ts';

interface Danger {
  rule: string;
  what: string;
  help: string;
  /** Yields the offsets at which the danger begins, for each line that holds it. May yield more than one for a line. */
  find(text: string): Iterable<number>;
}

/**
 * Makes a function that finds patterns, each within one line. All repetitions in the patterns are bounded, and none can begin
 * at many places, so finding them takes linear time.
 */
const byShapes = (shapes: readonly RegExp[], accept?: (found: RegExpExecArray) => boolean) =>
  function* (text: string): Generator<number> {
    for (const shape of shapes) for (const { index } of firstInLines(text, shape, accept)) yield index;
  };

/** A value of 12 to 99 characters behind a name such as `password`. */
const assigned =
  /(?<![A-Za-z])(?:api[ _-]?key|secret|password|passwd|token)[ \t]{0,9}(?:=[ \t]{0,9}|:[ \t]{0,9})(['"]?)([A-Za-z0-9+/_-]{12,99})/gi;
const bearer = /\bBearer[ \t]{1,9}()([A-Za-z0-9._~+/-]{16,99})/g;

const wordShape = /^(?:[a-z]{1,20}|[A-Z][a-z]{1,19}|[A-Z]{1,20})$/;
const vowels = /[aeiouy]/i;
/** A row of consonants or vowels that no English word has. */
const unspeakable = /[^aeiouy]{6}|[aeiou]{4}/i;
/**
 * The endings of long English words, and the last words of compounds. Of a thousand random texts of letters, one has such an
 * ending.
 */
const wordEndings = (
  'able ally ance ances ancy ant ants ary ate ated ates ator ators ble bly ded ely ence ences ency ened ent ents ' +
  'ered ess fic ful ial ible ical ied ies ing ings ion ions ious ise ised ism ist ists ity ive ize ized less lly ' +
  'nal nse ogy ory ous ral ship tic tics ted ter ters tor tors ual ure ures ward wards -aware -based -bound ' +
  '-driven -free -level -like -lived -only -party -proof -safe -scoped -server -side -time -to-end -wide'
).split(' ');
/** The end of a word: white space, which the end of a clause may precede. */
const wordEnd = /^[.,;:!?)\]}*`"'”’]{0,4}(?:[\s\u2013\u2014]|$)/;

/**
 * Tells whether a value is prose, as in `Session token: authentication of a client`: a long English word, or a compound of up
 * to three, behind white space and without quotes. A password that a person chose may look the same; one of random characters
 * does not.
 */
function isProse({ 0: found, 1: quote, 2: value = '', index, input }: RegExpExecArray): boolean {
  const end = index + found.length;
  if (quote !== '' || !/[:r][ \t]{1,9}$/.test(found.slice(0, -value.length))) return false;
  if (!wordEnd.test(input.slice(end, end + 5))) return false;
  const words = value.replace(/\.$/, '').split(/[-/]/);
  const areWords = words.every(word => wordShape.test(word) && vowels.test(word) && !unspeakable.test(word));
  const written = `-${words.join('-')}`.toLowerCase();
  return areWords && words.length <= 3 && wordEndings.some(ending => written.endsWith(ending));
}

/** Yields the offsets of secrets in forms that no prose has. */
const unmistakable = byShapes([
  /-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|CERTIFICATE)-----/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20}|glpat-[A-Za-z0-9_-]{16})/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{20}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10}/g,
  /\bAIza[A-Za-z0-9_-]{30}/g,
  /\beyJ[A-Za-z0-9_-]{10}/g,
  /\batc_[A-Za-z0-9]{1,64}_[A-Za-z0-9_-]{20}/g,
]);
const values = byShapes([assigned, bearer], found => !isProse(found));

const secret: Danger = {
  rule: 'safety-secret',
  what: 'what looks like a secret or key',
  help: 'Remove it, and revoke it if it was real.',
  *find(text) {
    yield* unmistakable(text);
    yield* values(text);
  },
};

const endpoint: Danger = {
  rule: 'safety-endpoint',
  what: 'an address outside the catalog',
  help: 'Remove it; cite a source by its slug in `sources`, name tools by kind, and put a space after a full stop.',
  find: addressesIn,
};

/** The patterns of commands. Each begins with the end of the line before, or with the sign by which a shell joins commands. */
const commands: readonly RegExp[] = [
  /(?:[\n\r\u2028\u2029`|;&]|\$\()[ \t]{0,9}(?:sudo|curl|wget|bash|sh|zsh|rm|chmod|chown|eval|exec|ssh|scp|nc|powershell|iex)[ \t]{1,9}[-./~'"a-z0-9]/g,
  /(?:[\n\r\u2028\u2029`|;&]|\$\()[ \t]{0,9}(?:npm|npx|pip3?|pipx|uvx?|cargo|brew|apt(?:-get)?|docker|kubectl|git)[ \t]{1,9}(?:install|i|run|exec|add|clone|push|pull|apply|delete)\b/g,
];

const prompt = /^[ \t]{0,99}(?:[-*][ \t]{1,9}|\d{1,9}\.[ \t]{1,9})?`{0,3}[$%#>][ \t]{1,9}[a-z./]/gm;
const removal = /\brm[ \t]{1,9}-[rf]{1,2}\b/g;

/**
 * Yields the offsets at which commands begin. Every registration waits for this search, so the patterns begin with the end of the
 * line before, which takes a quarter of the time that `^` takes. Prompts are only searched for if a cheap pattern finds one.
 */
function* commandsIn(text: string): Generator<number> {
  const lines = `\n${text}`;
  for (const shape of commands)
    for (const { 0: found, index } of firstInLines(lines, shape))
      yield /^[`|;&$]/.test(found) ? index - 1 : index;
  yield* byShapes(/[\s`][$%#>][ \t]{1,9}[a-z./]/.test(lines) ? [prompt, removal] : [removal])(text);
}

const shell: Danger = {
  rule: 'safety-shell',
  what: 'a shell command',
  help: 'Say what is to be achieved, and leave the command to the reader.',
  find: commandsIn,
};

const dangers: readonly Danger[] = [secret, endpoint, shell];

/** The names that mark a block of code as shell. */
const shellLanguages = /^(?:sh|bash|zsh|shell|console|shell-session|powershell|ps1|bat|cmd|fish)$/i;

/** A document that was read, with a function that returns the place of a field. */
interface Placed {
  value: unknown;
  place(path: FieldPath): Place;
}

/**
 * Returns a fault for each danger in a text: the first of each sort in each line, at most 100.
 * @param document the document that was read from the text, to find dangers behind escapes too, as in `"https:\\x2F\\x2Fhost"`
 */
export const checkText = (text: string, document?: Placed): Fault[] => check(dangers, text, document);

/** Returns a fault for each secret in a text. No document of any kind may have one. */
export const checkSecrets = (text: string, document?: Placed): Fault[] => check([secret], text, document);

function check(sorts: readonly Danger[], text: string, document: Placed | undefined): Fault[] {
  return sorts.flatMap(danger => checkOne(danger, text, document)).slice(0, maxFaults);
}

function checkOne(danger: Danger, text: string, document: Placed | undefined): Fault[] {
  const { rule, what, help } = danger;
  const shown = placesOf(danger, text).map(place => {
    const message = `The line holds ${what}, which a starter or formation must not carry.`;
    return { field: '', rule, message, help, ...place };
  });
  // A text without a backslash has no escapes.
  if (!document || !text.includes('\\')) return shown;
  const lines = new Set(shown.map(({ line }) => line));
  return [...shown, ...escapedFaults(danger, document).filter(({ line }) => !lines.has(line))];
}

/** Returns the places at which a danger begins in a text, at most 100, one for each line. */
function placesOf({ find }: Danger, text: string): Place[] {
  const indexes = [...find(text)].sort((a, b) => a - b);
  const placeOf = placesIn(text);
  const places: Place[] = [];
  for (const index of indexes) {
    const place = placeOf(index);
    if (places.at(-1)?.line !== place.line) places.push(place);
    if (places.length === maxFaults) break;
  }
  return places;
}

/** Returns a fault for each value or key of a document that holds a danger. */
function escapedFaults(danger: Danger, { value, place }: Placed): Fault[] {
  const texts = [...textsWithin(value)];
  // Each text becomes one line, so that all of them are searched together.
  const lines = texts.map(({ text }) => text.replaceAll('\n', ' ')).join('\n');
  return placesOf(danger, lines).map(({ line }) => {
    const { path } = texts[line - 1]!;
    const field = fieldName(path);
    const message = `\`${field}\` holds ${danger.what}, written with escapes; it must not carry it.`;
    return { field, rule: danger.rule, message, help: danger.help, ...place(path) };
  });
}

/** Returns a fault for a block of code that is marked as shell; none for any other language. */
export function checkCodeLanguage(language: string, place: Place): Fault[] {
  if (!shellLanguages.test(language)) return [];
  const message = `A block of code is marked as \`${language}\`; a starter or formation must not carry shell commands.`;
  const help = 'Say what is to be achieved, and leave the command to the reader.';
  return [{ field: '', rule: 'safety-shell', message, help, line: place.line, column: place.column }];
}

/** Returns a fault for a link that leaves the catalog without looking like an address, such as `page.md`. */
export function checkLinkTarget(url: string, { line, column }: Place): Fault[] {
  if (/^[/#]/.test(url) || /^[a-z][a-z0-9+.-]*:/i.test(url)) return [];
  const message = `The link \`${url}\` leaves the catalog.`;
  const help = 'Link to pages of the catalog by path.';
  return [{ field: '', rule: 'safety-endpoint', message, help, line, column }];
}
