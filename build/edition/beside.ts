/**
 * The surroundings of a page's text in its reading edition: where it is in the catalog, its neighbours, and what other pages
 * say of it. Plain data, so that it can be handed to a thread and compared: with the Markdown it determines the HTML.
 */
import type { ArtifactStatus } from '#document/text/manifest.ts';
import type { Term } from './definition.ts';
import type { EffectRow } from './drawing/effect/row.ts';
import type { Topology } from './drawing/topology.ts';

export interface Link {
  path: string;
  title: string;
}

/** A finding as pictures show it. */
export interface EvidencePoint {
  /** `coding` or `coding.bug_fix`. */
  task: string;
  year: number;
  direction: 'supports' | 'mixed' | 'against';
  patterns: string[];
  claim: string;
  /** The value that was found, where the record has one. */
  effect?: string;
  /** The address of the finding in the reading edition. */
  href: string;
}

/** The budget of one run of a version: tokens, milliseconds, and calls where they are stated. */
export interface Cost extends Link {
  input: number;
  output: number;
  milliseconds: number;
}

/** A cell of a table that readers choose by. */
export interface Cell {
  /** Prose, where only code is marked. */
  text: string;
  /** The page that it names. */
  path?: string;
  /** A small identifier and a small sentence below the text. */
  id?: string;
  note?: string;
  /** The number that it is sorted by, where that is not its text. */
  at?: number;
  /** The values that a filter finds it by, where these are not its text. */
  values?: string[];
}

/** A column of a table to choose by. A column that is only a filter is not shown. */
interface Column {
  name: string;
  use?: 'filter' | 'only_filter';
}

/** A table that readers choose by. */
export interface Choice {
  /** The things that its rows are: `patterns`. */
  of: string;
  columns: Column[];
  rows: Cell[][];
  /** Rows that nobody should choose any more, below a heading of their own. */
  later?: { title: string; rows: Cell[][] };
}

/** A topic of the start page. */
export interface Landing {
  /** The task whose evidence is strongest, with the numbers that its verdict rests on: of a team, and of more samples of one agent. */
  verdict?: Link & { fields: Record<string, unknown>; effects: EffectRow[]; samples: EffectRow[] };
  /** All tasks. */
  choice?: Choice;
  /** One team, and lines of the front matter that an agent reads of it. */
  example?: Link & { topology: Topology; description: string; lines: string };
}

/** A team as files of a runtime. */
export interface Exported extends Link {
  /** The runtime and its version; absent of a version that is not the newest. */
  runtime?: string;
  /** The paths of the files in a project. */
  files?: string[];
  /** The number of losses of each part of the team, which the runtime does not enforce. */
  losses?: Record<string, number>;
}

export interface Beside {
  /** The name of the site. */
  site: string;
  /**
   * The facts for a citation of the page; absent for a page that offers none. A record is cited by the authors and the year of
   * its source.
   */
  cited?: { by?: string; year?: string; version?: string };
  /** The links from the start page down to the parent of the page. */
  crumbs: Link[];
  siblings?: { title: string; links: Link[] };
  previous?: Link;
  next?: Link;
  /** The optional parts that the site has: `tasks`, `exports`, sections of its status page; `files` on a host of plain files. */
  parts: string[];
  artifact?: { digest: string; status: ArtifactStatus; logIndex?: number; published?: string };
  /** Other versions of the same name, newest first. */
  versions?: Link[];
  /** The exports of the team, one for each runtime. */
  exports?: Exported[];
  /** Names of the pages that fields refer to, by path. */
  titles?: Record<string, string>;
  /** On a pattern: the starters that use it. */
  usedBy?: Link[];
  /** Findings and recomputed comparisons with their numbers. */
  effects?: EffectRow[];
  /** The tasks of a version, with the verdict on each. */
  tasks?: (Link & { verdict: string })[];
  /** On a version of several agents: the one agent to compare it with. */
  control?: Link;
  /**
   * For a task: the costs of one agent and of a team, the effects of more samples of one agent, and effects that speak for
   * neither.
   */
  decision?: { alone?: Cost; team?: Cost; samples: EffectRow[]; context: EffectRow[] };
  choice?: Choice;
  /** The lead for people of a list whose description says what agents ask for. */
  lead?: string;
  /** The terms of the glossary that the page uses. */
  terms?: Term[];
  landing?: Landing;
}
