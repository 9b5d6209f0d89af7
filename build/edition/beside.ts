/**
 * The facts around the text of a page in its reading edition: its place in the catalog, its neighbours, and what other pages say
 * of it. They are plain data, so that they can be passed to a thread and compared. With the Markdown, they determine the HTML.
 */
import type { ArtifactStatus } from '#document/text/manifest.ts';
import type { Term } from './definition.ts';
import type { EffectRow } from './drawing/effect/row.ts';
import type { Topology } from './drawing/topology.ts';

export interface Link {
  path: string;
  title: string;
}

/** A finding in the form in which pictures show it. */
export interface EvidencePoint {
  /** A domain or a task class: `coding` or `coding.bug_fix`. */
  task: string;
  year: number;
  direction: 'supports' | 'mixed' | 'against';
  patterns: string[];
  claim: string;
  /** The value that was found; absent if the record has none. */
  effect?: string;
  /** The address of the finding in the reading edition. */
  href: string;
}

/** The budget of one run of a version: input and output tokens, and milliseconds. */
export interface Cost extends Link {
  input: number;
  output: number;
  milliseconds: number;
}

/** A cell of a table that readers sort and filter. */
export interface Cell {
  /** The text of the cell, in which only code is marked. */
  text: string;
  /** The path of the page that the cell links to; absent for a cell without a link. */
  path?: string;
  /** The identifier in small type below the text; `note` is a sentence below it. Either may be absent. */
  id?: string;
  note?: string;
  /** The number by which the cell is sorted; if absent, its text. */
  at?: number;
  /** The values by which filters find the cell; if absent, its text. */
  values?: string[];
}

/** A column of a table that readers sort and filter. A column with the use `only_filter` is not shown. */
interface Column {
  name: string;
  use?: 'filter' | 'only_filter';
}

/** A table that readers sort and filter. */
export interface Choice {
  /** The word for its rows, such as `patterns`. */
  of: string;
  columns: Column[];
  rows: Cell[][];
  /** The rows that nobody should choose any more, under a heading of their own; absent if there are none. */
  later?: { title: string; rows: Cell[][] };
}

/** The topics of the start page. */
export interface Landing {
  /**
   * The task with the strongest evidence, and the numbers on which its verdict rests: those of a team, and those of more samples
   * of one agent. Absent if no task has effects with numbers.
   */
  verdict?: Link & { fields: Record<string, unknown>; effects: EffectRow[]; samples: EffectRow[] };
  /** The table of all tasks; absent if the catalog has none. */
  choice?: Choice;
  /**
   * A team as an example, with lines of its front matter as an agent reads them; absent if no starter has three roles or more.
   */
  example?: Link & { topology: Topology; description: string; lines: string };
}

/** A team as the files of one runtime. */
export interface Exported extends Link {
  /** The name and version of the runtime; absent from the exports of a version that is not the newest. */
  runtime?: string;
  /** The paths of the files in a user's project; absent, like `losses`, from the exports of a version that is not the newest. */
  files?: string[];
  /** The number of losses, which are what the runtime does not enforce, for each part of the team, such as `edge`. */
  losses?: Record<string, number>;
}

export interface Beside {
  /** The name of the site. */
  site: string;
  /**
   * The facts for a citation of the page; absent if the page offers no citation. `by` names the authors of the source of a
   * research record, and is absent for other pages; `year` is that of publication.
   */
  cited?: { by?: string; year?: string; version?: string };
  /** The links to the pages above this one, from the start page down. */
  crumbs: Link[];
  siblings?: { title: string; links: Link[] };
  previous?: Link;
  next?: Link;
  /**
   * The optional parts that the site has: `tasks`, `exports` and the like, the sections of its status
   * page, and `files` on a host of plain files.
   */
  parts: string[];
  artifact?: { digest: string; status: ArtifactStatus; logIndex?: number; published?: string };
  /** All versions of the name of the page, newest first, with the page itself; absent from pages of other kinds. */
  versions?: Link[];
  /** The exports of the team, one for each runtime; absent if there are none. */
  exports?: Exported[];
  /** The names of the pages that fields refer to, by path; absent if the page refers to none. */
  titles?: Record<string, string>;
  /** The starters that use the pattern, if the page is that of a pattern. */
  usedBy?: Link[];
  /**
   * The findings and recomputed comparisons that the page shows, with their numbers; absent from pages of kinds that show none.
   */
  effects?: EffectRow[];
  /** The tasks of a version, each with its verdict; absent if none has one. */
  tasks?: (Link & { verdict: string })[];
  /** The one agent with which to compare a version of several agents; absent if the version names none that is offered. */
  control?: Link;
  /**
   * The facts for the decision between one agent and a team: the budgets of each, the effects of more samples of one agent
   * (`samples`), and the effects that speak neither for nor against a team (`context`).
   */
  decision?: { alone?: Cost; team?: Cost; samples: EffectRow[]; context: EffectRow[] };
  choice?: Choice;
  /**
   * The lead for people on the page of a list, whose description is written for agents; absent if the description serves both.
   */
  lead?: string;
  /** The terms of the glossary that the page uses; absent if it uses none. */
  terms?: Term[];
  landing?: Landing;
}
