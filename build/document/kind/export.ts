/** An export: a starter or formation as the files of a runtime, and what that runtime cannot express. */
import { z } from 'zod';
import { count, digest, line, list, sitePath } from './field.ts';
import { defineKind } from './kind.ts';

/** The runtimes, in the order of `/exports/index.md`. */
export const exportTargets = [
  'claude-code',
  'codex',
  'copilot',
  'gemini-cli',
  'opencode',
  'docker-agent',
  'claude-workflow',
  'cursor',
  'prompts',
  'openai-agents-js',
  'langgraph-js',
] as const;

const exportFile = z.strictObject({
  path: z
    .string()
    .max(300)
    .regex(/^(?!\.{1,2}\/)[A-Za-z0-9._-]+(\/(?!\.{1,2}\/)[A-Za-z0-9._-]+)*$/, 'expected a relative path')
    .meta({
      rules: 'relative path, at most 300 characters',
      description:
        'The path of the file from the root of a project. The body has the file under this heading.',
      examples: ['.claude/agents/repair-crew-reviewer.md'],
    }),
  digest: digest.meta({ description: 'The digest of the bytes of the file.' }),
  size_bytes: count(1e9, 'bytes').meta({ description: 'The length of the file.', examples: [1840] }),
});

const loss = z.strictObject({
  subject: z
    .string()
    .max(200)
    .regex(
      /^(?:role:[a-z0-9-]+|edge:[a-z0-9-]+>[a-z0-9-]+:[a-z_]+|artifact:[a-z0-9-]+|budget:[a-z_]+|stop:[1-9]\d*|loop:[a-z0-9-]+)$/,
      'expected role:ID, edge:FROM>TO:KIND, artifact:ID, budget:FIELD, stop:N or loop:ID',
    )
    .meta({
      rules: '`role:ID`, `edge:FROM>TO:KIND`, `artifact:ID`, `budget:FIELD`, `stop:N` (from 1) or `loop:ID`',
      description: 'The part of the team that is lost.',
      examples: ['budget:input_tokens'],
    }),
  what: line(300).meta({ description: 'The part of the team that the target cannot express.' }),
  instead: line(300).meta({ description: 'What the files do instead.' }),
});

export const exportKind = defineKind({
  kind: 'export',
  form: 'page',
  description:
    'A starter or formation as files for a runtime, and the parts that this runtime cannot express.',
  // A team may have 64 roles and 256 edges, and the export may lose each of them.
  maxFrontMatter: 256 * 1024,
  fields: {
    target: z.enum(exportTargets).meta({ description: 'The runtime.', examples: ['claude-code'] }),
    target_version: line(120).meta({
      description: 'The version of the runtime or format for which we made and tested the files.',
      examples: ['2.1'],
    }),
    source: sitePath.meta({
      description: 'The version of the starter or formation.',
      examples: ['/starters/claim-check/1.0.0.md'],
    }),
    source_digest: digest.meta({ description: 'The digest of that artifact.' }),
    files: z
      .array(exportFile)
      .max(200)
      .meta({ rules: '0 to 200 items; none for a revoked version', description: 'The files, in order.' }),
    losses: list(loss, 2000).meta({
      description: 'Everything in the team that the runtime does not enforce by itself.',
    }),
  },
  note:
    'The body holds each file under a heading that is its path in backticks, in one fenced block. ' +
    'The file is the text of that block and one final newline.',
});

export type ExportTarget = (typeof exportTargets)[number];
export type Loss = z.infer<typeof loss>;
