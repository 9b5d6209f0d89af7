/** The messages of commands about teams for answers that are no honest HTTP. */
import { type Attack, readers } from './catalog-attack.ts';
import { type Sort, wires } from './wire.ts';

type Said = Pick<Attack, 'refused' | 'code'>;

const refused = (why: string): Said => ({ refused: new RegExp(`The answer of \\S+ is refused\\. ${why}`) });

const said: Readonly<Record<Sort, Said>> = {
  status: { refused: /answers \d{3}/, code: 3 },
  busy: { refused: /answers (?:429|503)/, code: 3 },
  redirect: { refused: /redirect to .{1,400}, which is not followed/, code: 3 },
  'cut off': { refused: /does not answer: .*(?:closed before the end|hang up|No whole answer)/, code: 3 },
  'too long': refused('It is longer than the \\d+ bytes'),
  'no HTTP': refused('It is not HTTP'),
  coding: refused('It is in the content coding'),
  headers: refused('Its headers are longer'),
  'no end': { refused: /refused\.|does not answer/, code: 'any' },
  'no document': { refused: /not JSON|is not a document|answers no search/, code: 'any' },
};

export const wireAttacks: readonly Attack[] = wires.map(({ name, sort, wire, ...more }) => ({
  name: `the wire: ${name}`,
  wire: (socket, _path, honest) => wire(socket, honest, 'http://169.254.169.254'),
  touches: [...readers, 'search'],
  ...said[sort],
  ...more,
}));
