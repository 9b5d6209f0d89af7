/**
 * Compiles one source by itself: reads it, checks it and, if its page needs no other source, writes its page. Has no side
 * effects.
 */
import type { RootContent } from 'mdast';
import { head } from '#document/kind/kind.ts';
import type { Fault } from '#document/text/fault.ts';
import { decodeUtf8, writeDocument } from '#document/text/front-matter.ts';
import { generatedBody } from '../../document/comparison/body.ts';
import { readTable } from '../../document/comparison/table.ts';
import { inOrder } from '../../document/kind/kind.ts';
import { type Compiled, tableKind } from '../source/catalog.ts';
import { type Drawn, diagram } from '../source/diagram.ts';
import { factsOf } from '../source/facts.ts';
import { isTable } from '../source/layout.ts';
import { writeMarkdown } from '../source/markdown.ts';
import { type ParsedSource, readSource } from '../source/source.ts';
import { lengthOf } from '../source/token-count.ts';
import { completeVersion, heading, text } from './complete.ts';
import { sourceChecks } from './index.ts';

type Compilation =
  | { ok: true; compiled: Compiled }
  /** The faults of a source; `draft` compiles the source despite them, and is absent when its front matter cannot be used. */
  | { ok: false; faults: Fault[]; draft?: () => Compiled };

/**
 * Compiles a file of `content/`.
 * @param file its name relative to `content/`
 * @param baseUrl the address that the pages state as theirs, without a slash at the end
 * @returns the compiled source, or its faults
 */
export function compile(file: string, bytes: Uint8Array, baseUrl: string): Compilation {
  if (isTable(file)) return compileTable(file, bytes);
  const parsed = readSource(file, bytes);
  if (!parsed.ok) return parsed;
  const { source } = parsed;
  const faults = sourceChecks.flatMap(check => check(source));
  return faults.length > 0
    ? { ok: false, faults, draft: () => compiledOf(source, baseUrl) }
    : { ok: true, compiled: compiledOf(source, baseUrl) };
}

function compiledOf(source: ParsedSource, baseUrl: string): Compiled {
  const facts = factsOf(source);
  if (!source.kind.source?.composed) {
    const page = pageOf(source, baseUrl);
    return { facts: { ...facts, tokens: lengthOf(page, baseUrl) }, page };
  }
  // Composed pages take the body in its normal form.
  const body = writeMarkdown(source.root.children);
  return { facts: { ...facts, more: { ...(facts.more as object), body } } };
}

/**
 * Writes the page of a source: derived fields, the fields of the source, title, diagram if it has a topology, and body. The page
 * of a starter or formation is its final text.
 */
function pageOf(source: ParsedSource, baseUrl: string): string {
  const { kind, value, file } = source;
  if (kind.form === 'artifact') return source.published ? source.text : completeVersion(source);
  const { title, description } = value as { title: string; description: string };
  const common = head(kind, { path: `/${file}`, baseUrl, title, description });
  const generated = generatedBody(kind.kind, value);
  const body = bodyOf(source) + (generated === undefined ? '' : `\n${generated}`);
  return writeDocument({ ...common, ...inOrder(kind, value) }, body);
}

function bodyOf({ kind, value, root }: ParsedSource): string {
  const blocks = [heading(1, String(value.title)), ...root.children];
  if (kind.kind === 'pattern') {
    const { slug, ...drawn } = value as unknown as Drawn & { slug: string };
    const findings: RootContent = {
      type: 'paragraph',
      children: [
        text('Evidence for and against: '),
        { type: 'link', url: `/patterns/${slug}/findings.md`, children: [text('findings')] },
      ],
    };
    blocks.splice(1, 0, { type: 'code', lang: 'mermaid', value: diagram(drawn) });
    blocks.push(findings);
  }
  return writeMarkdown(blocks);
}

/** Compiles the table of a comparison, whose page has the bytes of its file. */
function compileTable(file: string, bytes: Uint8Array): Compilation {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return decoded;
  const parsed = readTable(decoded.text);
  if (!parsed.ok) return parsed;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const facts = {
    ...{ file, kind: tableKind, title: name, description: `The verdicts of ${name.replace(/\.csv$/, '')}.` },
    ...{
      declares: [],
      references: [],
      links: [],
      anchors: [],
      cited: [],
      stated: [],
      quoted: [],
      unfounded: [],
    },
    ...{ sentences: { digests: '', places: '' }, more: parsed.table },
  };
  return { ok: true, compiled: { facts, page: decoded.text } };
}
