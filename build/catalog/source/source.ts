/** A source: one file of `content/`, read and validated, with what the rest of the build needs to know of it. */
import type { Root } from 'mdast';
import { readVisible } from '#document/guard/sent.ts';
import { authoredSchema, frontMatterLimit, type Kind, publishedSchema } from '#document/kind/kind.ts';
import { type Fault, type FieldPath, fieldName, type Place } from '#document/text/fault.ts';
import { decodeUtf8 } from '#document/text/front-matter.ts';
import { didYouMean, validate } from '#document/text/validate.ts';
import { layoutOf, templates } from './layout.ts';
import {
  anchorsOf,
  type Heading,
  headingsOf,
  type Link,
  linksOf,
  type NodeWithParent,
  nodesWithin,
  parseBody,
} from './markdown.ts';
import { checkBodyLimits } from './markdown-limit.ts';
import { type Passage, passagesOf } from './prose.ts';
import { faultAt, fileFault } from './source-fault.ts';

/** A file of `content/` in the form in which its checks read it. */
export interface ParsedSource {
  /** The path of the file relative to `content/`. */
  file: string;
  kind: Kind;
  /** The fields that the path of the file repeats, with their values. */
  named: Record<string, string>;
  /** The validated front matter. */
  value: Record<string, unknown>;
  /** The validated front matter with the fields that the page leaves out. */
  written: Record<string, unknown>;
  /** Whether the file is in the final form that `npm run publish-version` gives to a version. */
  published: boolean;
  text: string;
  body: string;
  bodyLine: number;
  root: Root;
  /** All nodes below the root, in order. */
  nodes: readonly NodeWithParent[];
  /** The paragraphs of the body. */
  passages: readonly Passage[];
  headings: Heading[];
  links: Link[];
  anchors: string[];
  place(path: FieldPath): Place;
  /** Makes a fault of a field. */
  fault(path: FieldPath, rule: string, message: string, help: string): Fault;
}

type SourceResult = { ok: true; source: ParsedSource } | { ok: false; faults: Fault[] };

/** Reads a file of `content/`. Returns every fault in its encoding, front matter and fields, and throws none. */
export function readSource(file: string, bytes: Uint8Array): SourceResult {
  const layout = layoutOf(file);
  if (!layout) return { ok: false, faults: [misplaced(file)] };
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return decoded;
  const conflict = conflictIn(decoded.text);
  if (conflict) return { ok: false, faults: [conflict] };
  const parsed = readVisible(decoded.text, frontMatterLimit(layout.kind));
  if (!parsed.ok) return parsed;
  const { document } = parsed;
  const published = layout.kind.form === 'artifact' && 'schema' in document.value;
  const schema = published ? publishedSchema(layout.kind) : authoredSchema(layout.kind);
  const valid = validate(schema, document);
  if (!valid.ok) return { ok: false, faults: withNames(valid.faults, layout.named) };
  const limits = checkBodyLimits(document);
  if (limits.length > 0) return { ok: false, faults: limits };
  const root = parseBody(document.body, document.bodyLine);
  const nodes = nodesWithin(root);
  const headings = headingsOf(nodes);
  return {
    ok: true,
    source: {
      file,
      ...layout,
      value: layout.kind.unpublished?.without(valid.value) ?? valid.value,
      written: valid.value,
      published,
      text: decoded.text,
      body: document.body,
      bodyLine: document.bodyLine,
      root,
      nodes,
      passages: passagesOf(nodes, decoded.text),
      headings,
      links: linksOf(nodes),
      anchors: anchorsOf(headings),
      place: document.place,
      fault: (path, rule, message, help) =>
        faultAt(document.place(path), rule, message, help, fieldName(path)),
    },
  };
}

const conflictStart = /^<{7}(?: .*)?$/m;
const conflictEnd = /^>{7}(?: .*)?$/m;

/**
 * Returns the fault of a merge conflict of git; undefined if there is none. Nothing else in the file can be judged until a person
 * chooses a side.
 */
function conflictIn(text: string): Fault | undefined {
  const at = text.search(conflictStart);
  if (at < 0 || !conflictEnd.test(text)) return undefined;
  const place = { line: text.slice(0, at).split('\n').length, column: 1 };
  const help =
    'Keep one of the two sides, or both, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`.';
  return faultAt(place, 'conflict-marker', 'A merge conflict of git begins here.', help);
}

/** Adds to the fault of a missing field the value that the path of the file gives it. */
function withNames(faults: readonly Fault[], named: Record<string, string>): Fault[] {
  return faults.map(fault => {
    const name = fault.rule === 'required' ? named[fault.field] : undefined;
    return name === undefined
      ? fault
      : { ...fault, help: `Add \`${fault.field}: ${name}\`, as the path says.` };
  });
}

function misplaced(file: string): Fault {
  const help = `Move it to one of: ${templates.join(', ')}.${didYouMean(file, templates)}`;
  return fileFault('unknown-file', `No kind of document has its place at \`${file}\`.`, help);
}
