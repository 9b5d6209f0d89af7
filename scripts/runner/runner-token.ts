/** The token of a runner from standard input: it is in no environment then, where other programs of the same user could read it. */

/** Several times as long as a token. */
const longest = 1024;

/** @throws Error when there is none */
export async function readRunnerToken(input: AsyncIterable<Buffer> = process.stdin): Promise<string> {
  let text = '';
  for await (const piece of input) {
    text += piece.toString('latin1');
    if (text.length > longest) break;
  }
  const token = text.trim();
  if (/^atc_[0-9a-z]+_[\w-]+$/.test(token) && text.length <= longest) return token;
  throw new Error(
    '--token-stdin: standard input does not hold a token. Expected `atc_…_…` and nothing else.',
  );
}
