/**
 * Checks that each source has one record, that the addresses in a record agree, and that each record is used.
 *
 * - `arxiv: "2210.03629"` beside `url: https://arxiv.org/abs/2303.11366`, or a DOI of another paper, is refused
 * - a `year` before that of the arXiv id is refused: the version that was read cannot be older
 * - two records with one arXiv id, address or title are refused: they would count one study twice
 * - a record that no pattern, task, version, guide or domain names gets a warning
 */
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { ResearchFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';

type Record = SourceEntry<ResearchFacts>;

/** Returns the faults of single records, of records of one source, and the warnings about unused records. */
export function checkRecords(catalog: Catalog): SourceFault[] {
  const records = [...catalog.research.values()];
  return [...records.flatMap(disagreement), ...twins(records), ...unused(catalog)];
}

const inAddress =
  /^https?:\/\/(?:www\.|export\.)?(?:arxiv\.org\/(?:abs|pdf|html)\/|doi\.org\/10\.48550\/arxiv\.)(\d{4}\.\d{4,5})/i;

function disagreement({ more, message }: Record): SourceFault[] {
  const { url, arxiv, year } = more.citation;
  const addressed = inAddress.exec(url)?.[1];
  const id = arxiv ?? addressed;
  if (id === undefined) return [];
  const refuse = (field: string, said: string, help: string) => [
    message(['citation', field], 'source-disagrees', said, help),
  ];
  const help = 'Look the source up, and write the id and the address that belong to it.';
  if (addressed && addressed !== id)
    return refuse('arxiv', `\`url\` leads to arXiv ${addressed}, but \`arxiv\` is ${arxiv}.`, help);
  const month = id.slice(2, 4);
  if (Number(month) < 1 || Number(month) > 12)
    return refuse(
      arxiv ? 'arxiv' : 'url',
      `\`${id}\` is not an arXiv id, because its month is ${month}.`,
      help,
    );
  const first = 2000 + Number(id.slice(0, 2));
  if (year >= first) return [];
  const said = `\`year\` is ${year}, but arXiv ${id} appeared in ${first}.`;
  return refuse('year', said, 'Give the year of the version that was read.');
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns the values that identify a source, each with the name of its field. Two records with a value in common are of one
 * source.
 */
const identities = ({ arxiv, url, title }: ResearchFacts['citation']): (readonly [string, string])[] => [
  ...(arxiv ? [['arxiv', arxiv] as const] : []),
  ['url', plain(url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/v\d+$/, ''))],
  ['title', plain(title)],
];

function twins(records: readonly Record[]): SourceFault[] {
  const owners = new Map<string, Record>();
  return records.flatMap(record => {
    const [shared] = identities(record.more.citation).flatMap(([field, value]) => {
      const owner = owners.get(`${field}:${value}`);
      owners.set(`${field}:${value}`, owner ?? record);
      return owner ? [{ field, owner }] : [];
    });
    if (!shared) return [];
    const message = `\`${shared.owner.file}\` has the same ${shared.field}, so two records would count one source twice.`;
    const help = 'Move the findings into one record, and remove the other.';
    return [record.message(['citation', shared.field], 'twin-record', message, help)];
  });
}

function unused({ research, sources }: Catalog): SourceFault[] {
  const named = new Set(
    sources.flatMap(({ facts }) => [
      ...facts.references.flatMap(({ to, name }) => (to === 'research_record' ? [name] : [])),
      ...(facts.kind === 'research_record' ? [] : facts.links).flatMap(
        ({ url }) => /^\/research\/([^/.]+)\.md/.exec(url)?.[1] ?? [],
      ),
    ]),
  );
  return [...research.values()]
    .filter(({ more }) => !named.has(more.slug))
    .map(record => {
      const message = `Nothing uses the record \`${record.more.slug}\`.`;
      const help = 'Name it under `sources` of a pattern, or in a task of a domain.';
      return { ...record.message(['slug'], 'unused-record', message, help), severity: 'warning' };
    });
}
