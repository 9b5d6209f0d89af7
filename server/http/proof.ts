/** `GET /manifest.json`, its signature and its parts: with them, anyone can verify every page (docs/trust.md#7). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { digestHeader } from '#document/text/digest.ts';
import type { Context } from './context.ts';
import type { Handler } from './dispatch.ts';
import { listsTag } from './etag.ts';

/** Tells whether a request is for the manifest, its signature or one of its parts. */
export const isProof = ({ url }: IncomingMessage, { site }: Context): boolean => site().proofs.has(url!);

/** Answers a request for which `isProof` holds. */
export const answerProof: Handler = (request, response, context) => {
  const { bytes, digest } = context.site().proofs.get(request.url!)!;
  const type = request.url!.endsWith('.json') ? 'application/json' : 'application/octet-stream';
  answerBytes(request, response, context, { bytes, digest, type });
};

/** Answers with bytes that everybody may read and nobody may keep without asking again. */
export function answerBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { common }: Pick<Context, 'common'>,
  { bytes, digest, type }: { bytes: Buffer; digest: string; type: string },
): void {
  const etag = `"${digest}"`;
  const shared = [
    ...common,
    ...['ETag', etag],
    ...['Cache-Control', 'public, no-cache'],
    ...['Access-Control-Allow-Origin', '*'],
  ];
  if (listsTag(request.headers['if-none-match'] ?? '', etag)) {
    response.writeHead(304, shared).end();
    return;
  }
  response.writeHead(200, [
    ...['Content-Type', type],
    ...['Content-Length', String(bytes.length)],
    ...['Repr-Digest', digestHeader(digest)],
    ...shared,
  ]);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
