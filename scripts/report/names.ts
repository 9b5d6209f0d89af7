/** What a report calls things: by the titles of the documents that it has, and by digests where it has none. */
import { type Html, html } from '#build/html/html.ts';
import { type Checked, decisionIn, evidenceIn } from './proof.ts';

export interface Names {
  /** A lock in a sentence. */
  say(lock: string): string;
  /** A lock in a table: its name, and the digits that tell it from others. */
  show(lock: string): Html;
  /** A text of the service, in which locks are named by the beginning of their digests. */
  read(text: string): string;
  /** Any other document: its title, or the beginning of its digest. */
  title(digest: string): string;
}

/** The digits by which people tell digests apart. */
const short = (digest: string): string => digest.replace('sha256:', '').slice(0, 12);

export const digestOf = (digest: string): Html => html`<code title="${digest}">${short(digest)}</code>`;

export function namesOf(documents: readonly Checked[]): Names {
  const titles = new Map(documents.map(({ digest, value }) => [digest, String(value.title ?? '')]));
  const agents = new Map<string, number>();
  for (const each of documents) {
    if (each.kind === 'evidence_snapshot')
      for (const { lock, max_agents } of evidenceIn(each).results) agents.set(lock, max_agents);
    if (each.kind === 'recommendation')
      for (const { lock, max_agents } of decisionIn(each).ranking) agents.set(lock, max_agents);
  }
  const plain = (lock: string): string => {
    const count = agents.get(lock);
    return count === undefined ? 'A lock' : count === 1 ? 'One agent' : `A team of up to ${count} agents`;
  };
  const named = (lock: string): string => titles.get(lock) || plain(lock);
  const isAlone = (lock: string) =>
    [...agents.keys()].every(each => each === lock || named(each) !== named(lock));
  return {
    say: lock => (isAlone(lock) ? named(lock) : `${named(lock)} (${short(lock)})`),
    show: lock => html`${named(lock)} ${digestOf(lock)}`,
    read: text =>
      text.replace(/sha256:([0-9a-f]{12})(?![0-9a-f])/g, (whole, digits: string) => {
        const lock = [...agents.keys()].find(each => short(each) === digits);
        return lock === undefined ? whole : named(lock);
      }),
    title: digest => titles.get(digest) || short(digest),
  };
}
