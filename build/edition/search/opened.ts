/** Search in a browser, which works on the files of an index (`packed.ts`). */
import type { PageEntry } from '#document/text/manifest.ts';
import { Engine } from './engine.ts';
import { type PackedCore, pairsIn, type Shard, shardOf } from './packed.ts';
import { Phrases } from './phrases.ts';
import { type Answer, asEngineReads, type Question, SearchIndex } from './search-index.ts';
import { withSynonyms } from './synonyms.ts';
import { featuresOf, TaskRanker } from './task-ranker.ts';
import { termsOf, typosIn } from './words.ts';

/** The functions that load the files of an index: a shard by its number, and the vocabulary. */
interface Loader {
  shard(number: number): Promise<Shard>;
  vocabulary(): Promise<string[]>;
}

export class OpenedSearch {
  readonly #index: SearchIndex;
  readonly #loader: Loader;
  readonly #shards = new Map<number, Promise<void>>();
  #vocabulary: Promise<void> | undefined;

  constructor({ pages, taskPages, engine, tasks, phrases }: PackedCore, loader: Loader) {
    const opened = pages.map(([path, kind, title, description, tokens, search]) => {
      return { path, kind, title, description, tokens, ...(search && { search }) } as PageEntry;
    });
    this.#loader = loader;
    this.#index = new SearchIndex({
      pages: opened,
      engine: Engine.from(engine),
      tasks: TaskRanker.from(tasks),
      phrases: new Phrases(
        phrases.counts
          .flatMap((count, page) => Array.from({ length: count }, () => page))
          .map((page, at) => [page, phrases.lengths[at]!]),
      ),
      taskPages: new Map(
        Object.entries(taskPages).map(([task, named]) => [Number(task), new Map(pairsIn(named))]),
      ),
    });
  }

  /** Answers a question as the server would. Rejects if a file cannot be loaded. */
  async ask(question: Question): Promise<Answer> {
    const query = asEngineReads(question.query);
    const terms = termsOf(query);
    await this.#need([...withSynonyms(terms), ...featuresOf(query).keys()]);
    const { engine } = this.#index.parts;
    const unknown = terms.filter(term => engine.frequencyOf(term) === 0);
    if (unknown.length > 0) {
      this.#vocabulary ??= this.#loadVocabulary();
      await this.#vocabulary;
      await this.#need(unknown.flatMap(term => engine.near(term, typosIn(term))));
    }
    return this.#index.ask(question);
  }

  /** Loads the shards that hold some terms and features, unless they are loaded. */
  async #need(keys: readonly string[]): Promise<void> {
    const numbers = new Set(keys.map(shardOf));
    await Promise.all(
      [...numbers].map(number => {
        const loading = this.#shards.get(number) ?? this.#loadShard(number);
        this.#shards.set(number, loading);
        return loading;
      }),
    );
  }

  async #loadShard(number: number): Promise<void> {
    const { terms, features, phrases } = await this.#loader.shard(number);
    const { parts } = this.#index;
    for (const [term, fields] of Object.entries(terms))
      parts.engine.put(term, new Map(fields.map(([field, list]) => [field, new Map(pairsIn(list))])));
    for (const [feature, list] of Object.entries(features)) parts.tasks.put(feature, pairsIn(list));
    for (const [feature, list] of Object.entries(phrases)) {
      let phrase = 0;
      parts.phrases.features.set(
        feature,
        list.map(difference => (phrase += difference)),
      );
    }
  }

  /** Loads all terms without their occurrences, so that a misspelled word leads to the shard of the right word. */
  async #loadVocabulary(): Promise<void> {
    const { engine } = this.#index.parts;
    for (const term of await this.#loader.vocabulary()) if (!engine.knows(term)) engine.put(term, new Map());
  }
}
