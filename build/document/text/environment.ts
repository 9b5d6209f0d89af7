/**
 * Settings from environment variables. They are read once and strictly: a wrong value stops the start (docs/operation.md#1).
 */
import { resolve } from 'node:path';
import { z } from 'zod';

/** The variables that the build, the server and the commands share. */
export const sharedVariables = {
  PORT: z.coerce.number().pipe(z.int().min(1).max(65535)).default(8080).describe('a port from 1 to 65535'),
  BASE_URL: z
    .string()
    .refine(isBaseUrl)
    .optional()
    .describe(
      'an http or https URL without path, query or slash at the end, such as https://catalog.example.org',
    ),
  DATA_DIR: folder('./data'),
  CONTENT_DIR: folder('./content'),
  DIST_DIR: folder('./dist'),
};

/** The variables for the signing key, which is otherwise in `DATA_DIR`. */
export const signingVariables = {
  SIGNING_KEY: z.string().optional().describe('an Ed25519 private key as PEM (PKCS #8), or a whole key file'),
  SIGNING_KEY_FILE: z.string().optional().describe('the path of a file that holds what SIGNING_KEY would'),
};

/**
 * Returns the key file that the variables hold or name; undefined if the keys are in `DATA_DIR`.
 * @param read reads a file
 * @throws EnvironmentError when both variables are set, or the file cannot be read
 */
export function signingKeyOf(
  setting: { SIGNING_KEY?: string | undefined; SIGNING_KEY_FILE?: string | undefined },
  read: (path: string, encoding: 'utf8') => string,
): string | undefined {
  const { SIGNING_KEY, SIGNING_KEY_FILE } = setting;
  if (SIGNING_KEY_FILE === undefined) return SIGNING_KEY;
  if (SIGNING_KEY !== undefined)
    throw new EnvironmentError('SIGNING_KEY_FILE: SIGNING_KEY is set too; set one.');
  try {
    return read(SIGNING_KEY_FILE, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvironmentError(`SIGNING_KEY_FILE: ${SIGNING_KEY_FILE} cannot be read (${code}).`);
  }
}

function folder(byDefault: string) {
  return z
    .string()
    .min(1)
    .default(byDefault)
    .transform(path => resolve(path))
    .describe('the path of a folder');
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.origin === text;
}

/**
 * An error for a variable whose value cannot be used. Its message is one line that names the variable and what was expected.
 */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * Reads variables by their schemas. An empty variable counts as absent.
 * @throws EnvironmentError for the first wrong value. The message does not repeat the value, which may be a secret.
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<z.ZodObject<Shape>> {
  const present = Object.entries(environment).filter(([name, value]) => name in shape && value !== '');
  const result = z.object(shape).safeParse(Object.fromEntries(present));
  if (result.success) return result.data;
  const name = String(result.error.issues[0]?.path[0]);
  const expected = (shape[name] as z.ZodType | undefined)?.description ?? 'another value';
  throw new EnvironmentError(`${name}: expected ${expected}.`);
}

/** Tells whether an address leads to this machine, so that nobody else can read what is built for it. */
export const isOfThisMachine = (baseUrl: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);

/** Returns the address that pages state as their own: `BASE_URL`, or this machine at the port. */
export const baseUrlOf = (setting: { BASE_URL?: string | undefined; PORT: number }): string =>
  setting.BASE_URL ?? `http://localhost:${setting.PORT}`;
