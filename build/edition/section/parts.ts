/** The parts of a page around its body, and the page from which they are made. */

import type { Beside } from '../beside.ts';
import type { Html } from '../html/html.ts';
import type { Body, Heading } from '../html/markdown.ts';

/** A page that the reading edition shows. */
export interface Shown {
  path: string;
  kind: string;
  /** The address of the service, to which the path of a page is added. */
  baseUrl: string;
  value: Record<string, unknown>;
  beside: Beside;
  /** The drawing of the topology of the page; absent if the page has no topology. */
  figure?: Html;
}

export interface ShownBody extends Shown {
  body: Body;
}

/** The parts of a page around its body. */
export interface Parts {
  /** The part below the title. */
  head?: Html | undefined;
  /** Set if the parts say what the description says, so that the page leaves out the description. */
  isLed?: true;
  before?: Html | undefined;
  /** The body in place of the rendered one, which is shown if this is absent. */
  body?: Html | undefined;
  after?: Html | undefined;
  /** The headings to list in place of those of the rendered body; absent if those are listed. */
  within?: Heading[];
  /**
   * The headings of the part `before`; below, those of the part `after`. The table of contents lists them. Absent without such
   * parts.
   */
  headings?: Heading[];
  later?: Heading[];
  /** The fields that the parts show. */
  shows: readonly string[];
}
