/** A plain GET: no user agent, no compression, no redirects. */
import { Agent as HttpAgent, get as httpGet, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, get as httpsGet } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Coding } from '#document/manifest.ts';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

const agents = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
};
const timeoutMilliseconds = 30_000;
const maxBodySize = 100_000_000;
const maxWaitSeconds = 60;
const attempts = 5;

/** Lets the program end at once; kept-alive connections would delay that. */
export function closeConnections(): void {
  agents.http.destroy();
  agents.https.destroy();
}

/**
 * The response to GET of a URL. If the server asks to retry later, it is retried for up to a minute.
 * No user agent is sent: a service may add something to the document for clients that identify themselves.
 * @param coding the content coding to ask for, which the body of the answer is unpacked from; none by default
 * @throws Error when there is no answer.
 */
export async function get(url: string, coding?: Coding): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await getOnce(url, coding);
    const seconds = Number(answer.headers['retry-after'] ?? 1);
    const mayRetry = (answer.status === 429 || answer.status === 503) && seconds <= maxWaitSeconds;
    if (!mayRetry || attempt === attempts) return answer;
    await sleep(Math.max(1, seconds) * 1000);
  }
}

function getOnce(url: string, coding: Coding | undefined): Promise<Answer> {
  const isSecure = url.startsWith('https:');
  const start = isSecure ? httpsGet : httpGet;
  const agent = isSecure ? agents.https : agents.http;
  return new Promise((resolve, reject) => {
    const request = start(
      url,
      { agent, timeout: timeoutMilliseconds, headers: coding ? { 'Accept-Encoding': coding } : {} },
      incoming => {
        collect(incoming)
          .then(answer => resolve(coding ? unpacked(answer, coding) : answer))
          .catch(reject);
      },
    );
    request.on('timeout', () => request.destroy(new Error(`No answer within ${timeoutMilliseconds} ms.`)));
    request.on('error', reject);
  });
}

async function collect(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodySize) throw new Error(`The answer is longer than ${maxBodySize} bytes.`);
    chunks.push(chunk);
  }
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return { status: incoming.statusCode!, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) };
}

const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };

function unpacked(answer: Answer, coding: Coding): Answer {
  if (answer.headers['content-encoding'] !== coding) return answer;
  return { ...answer, body: unpackers[coding](answer.body, { maxOutputLength: maxBodySize }) };
}
