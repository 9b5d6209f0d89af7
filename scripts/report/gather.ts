/** Collects the documents of a report: those that were named, and from a service also those that they cite. */
import { keysPath } from '#document/trust/keys.ts';
import { Failure } from '../team/failure.ts';
import { computedAgain } from './compute.ts';
import {
  type Checked,
  checkForm,
  decisionIn,
  evidenceIn,
  isKeys,
  isReceipt,
  isSubject,
  jobIn,
  keysIn,
  lacksReceipt,
  prove,
  receiptsIn,
} from './proof.ts';
import {
  fetchSource,
  type Remote,
  readKeysSource,
  readSources,
  remoteOf,
  type Service,
  type Source,
  serviceOf,
} from './source.ts';

export interface Gathered {
  /** Every document once, in the order in which they were named and cited. */
  documents: Checked[];
  /** Where the keys were read. */
  keysFrom: string;
  pins: readonly string[];
  /** What was computed again, a line for each document. */
  computed: readonly string[];
}

interface Request {
  words: readonly string[];
  /** A file or address of the keys; by default those of the service. */
  keys?: string | undefined;
  pins: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads and verifies everything.
 * @throws Failure `failed` for a signature that does not hold, `wrongUse` for what is no document of a report, `away`
 */
export async function gather({ words, keys, pins, environment }: Request): Promise<Gathered> {
  const remotes = words.map(word => remoteOf(word, environment));
  const first = remotes.find(remote => remote !== undefined);
  const service = first && serviceOf(first, environment);
  if (remotes.some(remote => remote && (remote.baseUrl !== first?.baseUrl || remote.tenant !== first.tenant)))
    throw new Failure('wrongUse', 'A report is about one tenant of one service: give addresses of one.');
  const named: Source[] = [];
  for (const [at, word] of words.entries()) named.push(...(await readWord(word, remotes[at], service)));
  if (!named.some(isSubject))
    throw new Failure('wrongUse', 'A report needs evidence, a recommendation or a job: give at least one.');
  const keysSource = await keysAmong(named, keys ?? service?.baseUrl ?? environment.AGENT_TOPOLOGY_URL, keys);
  const all = service ? await withCited(named, service) : named;
  const receipts = receiptsIn(all);
  const documents = all.filter(source => !isReceipt(source) && !isKeys(source));
  for (const source of documents) checkForm(source);
  const listed = keysIn(keysSource);
  const checked = documents.map(source => prove(source, receipts, listed, pins));
  const computed = computedAgain([...all, keysSource]);
  return { documents: checked, keysFrom: keysSource.name, pins, computed };
}

/** The keys that were named, or are among the documents, or are those of the service. @throws Failure without any */
async function keysAmong(
  named: readonly Source[],
  place: string | undefined,
  given?: string,
): Promise<Source> {
  const found = given === undefined ? named.find(isKeys) : undefined;
  if (found) return found;
  if (place) return readKeysSource(place);
  throw new Failure(
    'wrongUse',
    `Which keys? Add --keys with the catalog's ${keysPath}, as a file or an address.`,
  );
}

async function readWord(
  word: string,
  remote: Remote | undefined,
  service: Service | undefined,
): Promise<Source[]> {
  if (!remote) return readSources(word);
  const source = await fetchSource(service!, remote.route, word);
  if (source) return [source];
  throw new Failure(
    'wrongUse',
    `${word} cannot be read: there is no such document, or the credential lacks its scope.`,
  );
}

/** More than any recommendation cites. */
const mostCited = 500;

/** The documents with all that they cite, and the receipts of those without. What may not be read is left out. */
async function withCited(named: readonly Source[], service: Service): Promise<Source[]> {
  const known = new Map(named.map(source => [source.digest, source]));
  for (const source of known.values()) {
    if (isReceipt(source) || isKeys(source)) continue;
    checkForm(source);
    for (const digest of citedBy(source)
      .filter(each => !known.has(each))
      .slice(0, mostCited - known.size)) {
      const found = await fetchSource(service, `${routeOf(digest)}.md`, digest);
      if (found?.digest === digest) known.set(digest, found);
    }
  }
  const all = [...known.values()];
  const receipts = receiptsIn(all);
  for (const { digest } of all.filter(each => lacksReceipt(each, receipts))) {
    const receipt = await fetchSource(service, `${routeOf(digest)}/signature.md`);
    if (receipt) all.push(receipt);
  }
  return all;
}

const routeOf = (digest: string): string => `artifacts/sha256/${digest.replace('sha256:', '')}`;

/** The digests of the documents that belong in a report of this one. */
function citedBy(source: Source): string[] {
  if (source.kind === 'evidence_snapshot') {
    const { results, suite, plan } = evidenceIn(source);
    return [...results.map(({ lock }) => lock), suite, plan];
  }
  if (source.kind === 'recommendation') {
    const { snapshots, profile, ranking, excluded } = decisionIn(source);
    return [
      ...snapshots.map(each => each.digest),
      profile,
      ...[...ranking, ...excluded].map(({ lock }) => lock),
    ];
  }
  const snapshot = source.kind === 'evaluation_job' ? jobIn(source).snapshot : undefined;
  return snapshot === undefined ? [] : [snapshot];
}
