/** Collects the documents of a report: the named ones, and from a service also those that they cite. */
import { keysPath, type ListedKey } from '#build/proof/document/keys.ts';
import { isThisMachine } from '../support/client/address.ts';
import { Failure } from '../support/failure.ts';
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
  maxReportBytes,
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
 * @throws Failure `failed` for a signature that does not hold, `wrongUse` for what is not a document of a report, `away`
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
  if (pins.length === 0 && service && keys === undefined && !named.includes(keysSource))
    refuseUnpinned(service.baseUrl, listed);
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

/**
 * A service that lists the keys of its own documents vouches for nothing, unless it is on this machine.
 * @throws Failure that names the keys and the option
 */
function refuseUnpinned(address: string, listed: readonly ListedKey[]): void {
  if (isThisMachine(address)) return;
  const ids = listed
    .filter(key => key.state === 'active' && key.purpose !== 'log')
    .map(({ key_id }) => key_id);
  throw new Failure(
    'failed',
    `Nothing here tells whether the keys of ${address} are the right ones: ${ids.join(', ')}. ` +
      `Ask the operator which they are, then add ${ids.map(id => `--key ${id}`).join(' ')}.`,
  );
}

async function readWord(
  word: string,
  remote: Remote | undefined,
  service: Service | undefined,
): Promise<Source[]> {
  if (!remote) return readSources(word);
  const source = await fetchSource(service!, remote.route, word);
  const digest = /^artifacts\/sha256\/([0-9a-f]{64})\.md$/.exec(remote.route)?.[1];
  if (source && digest !== undefined && source.digest !== `sha256:${digest}`)
    throw new Failure('failed', `${word}: the service gives bytes of another digest. There is no report.`);
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
  let left = maxReportBytes;
  const fetched = async (route: string, name?: string): Promise<Source | undefined> => {
    const source = await fetchSource(service, route, name);
    left -= source?.bytes.length ?? 0;
    if (left >= 0) return source;
    throw new Failure(
      'failed',
      `The documents are larger than ${maxReportBytes} bytes together. There is no report.`,
    );
  };
  for (const source of known.values()) {
    if (isReceipt(source) || isKeys(source)) continue;
    checkForm(source);
    for (const digest of citedBy(source)
      .filter(each => !known.has(each))
      .slice(0, mostCited - known.size)) {
      const found = await fetched(`${routeOf(digest)}.md`, digest);
      if (found?.digest === digest) known.set(digest, found);
    }
  }
  const all = [...known.values()];
  const receipts = receiptsIn(all);
  for (const { digest } of all.filter(each => lacksReceipt(each, receipts))) {
    const receipt = await fetched(`${routeOf(digest)}/signature.md`);
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
