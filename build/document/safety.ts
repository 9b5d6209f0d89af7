/**
 * Safe to read: a starter or formation is material to judge, so it carries nothing that acts (decisions, Safe to read).
 * These are the checks on lines of text; they need no parser, so that editors and tenants are held to the same ones.
 *
 * - endpoint: `https://api.example.com/run`, `localhost:8080`, `10.0.0.1` (the cited sources are named by slug)
 * - secret: `-----BEGIN PRIVATE KEY-----`, `ghp_…`, `AKIA…`, `api_key = 4f…`
 * - shell: a line that begins with `$ ` or with a command such as `curl`, and code marked as shell
 */
import type { Fault, Place } from './fault.ts';

interface Danger {
  rule: string;
  what: string;
  help: string;
  shapes: readonly RegExp[];
}

/**
 * For shapes that take long to look for: what is in every text that holds one, is found quickly, and is in few others.
 * Only where there is a sign, its shape is looked for.
 */
const signs = new Map<RegExp, RegExp>();

function signed(sign: RegExp, shape: RegExp): RegExp {
  signs.set(shape, sign);
  return shape;
}

const dangers: readonly Danger[] = [
  {
    rule: 'safety-secret',
    what: 'what looks like a secret or key',
    help: 'Remove it, and revoke it if it was real.',
    shapes: [
      /-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|CERTIFICATE)-----/,
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})/,
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
      /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{20,}/,
      /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
      /\bAIza[A-Za-z0-9_-]{30,}/,
      /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\./,
      /\batc_[A-Za-z0-9]+_[A-Za-z0-9_-]{20,}/,
      /\b(?:api[_-]?key|secret|password|passwd|token)\s*[:=]\s*['"]?[A-Za-z0-9+/_-]{12,}/i,
      /\bBearer\s+[A-Za-z0-9._~+/-]{16,}/,
    ],
  },
  {
    rule: 'safety-endpoint',
    what: 'an address outside the catalog',
    help: 'Remove it; cite a source by its slug in `sources`, and name tools by kind.',
    shapes: [
      signed(/:\/\//, /\b[a-z][a-z0-9+.-]*:\/\/\S+/i),
      signed(/[aot]:\S/i, /\b(?:mailto|javascript|data):\S+/i),
      signed(
        /\.[coniadl]|localhost/i,
        /\b(?:localhost|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|app|cloud|local|internal))(?::\d+)?(?:\/\S*)?/i,
      ),
      signed(/\d\.\d/, /\b(?:\d{1,3}\.){3}\d{1,3}\b/),
      /\[[0-9a-f:]{3,}\]:\d+/i,
    ],
  },
  {
    rule: 'safety-shell',
    what: 'a shell command',
    help: 'Say what is to be achieved, and leave the command to the reader.',
    shapes: [
      /^\s*(?:[-*]\s+|\d+\.\s+)?`{0,3}[$%#>]\s+[a-z./]/,
      /(?:^|[`|;&]|\$\()\s*(?:sudo|curl|wget|bash|sh|zsh|rm|chmod|chown|eval|exec|ssh|scp|nc|powershell|iex)\s+[-./~'"a-z0-9]/,
      /(?:^|[`|;&]|\$\()\s*(?:npm|npx|pip3?|pipx|uvx?|cargo|brew|apt(?:-get)?|docker|kubectl|git)\s+(?:install|i|run|exec|add|clone|push|pull|apply|delete)\b/,
      /\brm\s+-[rf]{1,2}\b/,
    ],
  },
];

/** Names under which code is marked as shell. */
const shellLanguages = /^(?:sh|bash|zsh|shell|console|shell-session|powershell|ps1|bat|cmd|fish)$/i;

/**
 * A shape as it is found in any line of a text: what stands for white space must not stand for the end of a line, or much
 * of it would cost its square.
 */
const inAnyLine = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source.replaceAll('\\s', '[^\\S\\n]'), `${flags}m`);

const secrets = dangers.filter(({ rule }) => rule === 'safety-secret');
const shapesInAnyLine = new Map(
  dangers.map(danger => [
    danger,
    danger.shapes.map(shape => ({ sign: signs.get(shape), shape: inAnyLine(shape) })),
  ]),
);

const isIn = (text: string, danger: Danger): boolean =>
  shapesInAnyLine.get(danger)!.some(({ sign, shape }) => (!sign || sign.test(text)) && shape.test(text));

/** Every danger in a text, line by line. */
export const checkText = (text: string): Fault[] => find(dangers, text);

/** Secrets in a text, which no document of any kind may carry. */
export const checkSecrets = (text: string): Fault[] => find(secrets, text);

/** The first danger of each sort in each line. A text that is safe, as nearly all are, is not taken apart. */
function find(sorts: readonly Danger[], text: string): Fault[] {
  const present = sorts.filter(danger => isIn(text, danger));
  if (present.length === 0) return [];
  return text
    .split('\n')
    .flatMap((line, index) => present.flatMap(danger => faultOf(danger, line, index + 1)));
}

function faultOf(danger: Danger, text: string, line: number): Fault[] {
  const columns = danger.shapes.map(shape => text.search(shape)).filter(column => column >= 0);
  if (columns.length === 0) return [];
  const message = `The line holds ${danger.what}, which a starter or formation must not carry.`;
  return [
    { field: '', rule: danger.rule, message, help: danger.help, line, column: Math.min(...columns) + 1 },
  ];
}

/** What is wrong with a block of code that is marked as a language; nothing when that is no shell. */
export function checkCodeLanguage(language: string, place: Place): Fault[] {
  if (!shellLanguages.test(language)) return [];
  const message = `A block of code is marked as \`${language}\`; a starter or formation must not carry shell commands.`;
  const help = 'Say what is to be achieved, and leave the command to the reader.';
  return [{ field: '', rule: 'safety-shell', message, help, line: place.line, column: place.column }];
}

/** What is wrong with a link that the shapes of addresses do not know: any that leaves the catalog. */
export function checkLinkTarget(url: string, { line, column }: Place): Fault[] {
  if (/^[/#]/.test(url) || /^[a-z][a-z0-9+.-]*:/i.test(url)) return [];
  const message = `The link \`${url}\` leaves the catalog.`;
  const help = 'Link to pages of the catalog by path.';
  return [{ field: '', rule: 'safety-endpoint', message, help, line, column }];
}
