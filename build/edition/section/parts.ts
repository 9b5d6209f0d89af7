/** A page that is shown, and its parts around the body. */

import type { Beside } from '../beside.ts';
import type { Html } from '../html/html.ts';
import type { Body, Heading } from '../html/markdown.ts';

/** A page to be shown. */
export interface Shown {
  path: string;
  kind: string;
  /** The address of the service. */
  baseUrl: string;
  value: Record<string, unknown>;
  beside: Beside;
  /** The drawing of its topology. */
  figure?: Html;
}

export interface ShownBody extends Shown {
  body: Body;
}

/** The parts of a page around its body. */
export interface Parts {
  /** The part below the title. */
  head?: Html | undefined;
  /** Whether the parts say what the description says, so that the page leaves the description out. */
  isLed?: true;
  before?: Html | undefined;
  /** The body in place of the rendered one. */
  body?: Html | undefined;
  after?: Html | undefined;
  /** The headings in place of those of the rendered body. */
  within?: Heading[];
  /** The headings of `before` and of `after`, for the table of contents. */
  headings?: Heading[];
  later?: Heading[];
  /** The fields that it shows. */
  shows: readonly string[];
}
