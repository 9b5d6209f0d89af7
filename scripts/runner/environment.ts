/** Chooses the environment of the programs that a runner starts. It is never the runner's own (docs/runners.md#18). */

type Variables = Readonly<Record<string, string | undefined>>;

/** The names of the variables that hold tokens of this service. */
const tokenNames = ['AGENT_TOPOLOGY_TOKEN', 'AGENT_TOPOLOGY_RUNNER_TOKEN', 'RUNNER_TOKEN'] as const;

/** The names of the variables that programs need to find their files and to use the language of their user. */
const usual = new Set(
  [
    'PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE TZ TMPDIR TMP TEMP',
    // Windows starts hardly a program without these.
    'APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROGRAMFILES SYSTEMDRIVE SYSTEMROOT USERNAME USERPROFILE',
  ].flatMap(names => names.split(' ')),
);
const isUsual = (name: string): boolean => usual.has(name.toUpperCase()) || /^LC_[A-Z]+$/.test(name);

/** Matches a token of the service anywhere in a text. */
const token = /atc_[0-9a-z]+_[\w-]{20}/;

/**
 * Returns the environment of a program: the usual variables and the named ones, without any that holds a token.
 * @param named as `checkNames` accepted them
 */
export const childEnvironment = (variables: Variables, named: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (isUsual(entry[0]) || named.includes(entry[0])) && !token.test(entry[1]),
    ),
  );

/**
 * Checks the variables that a person wants to pass on.
 * @throws Error for a variable that is not set, or that holds a token of the service
 */
export function checkNames(variables: Variables, named: readonly string[], option: string): void {
  for (const name of named) {
    const value = variables[name];
    if (tokenNames.some(each => each === name) || (value !== undefined && token.test(value)))
      throw new Error(
        `${option} ${name}: it holds a token of the service, with which a program could write results of its own. No program gets one.`,
      );
    if (value === undefined)
      throw new Error(`${option} ${name}: the variable is not set. Set it, or leave the option out.`);
  }
}

/** Removes the tokens from the environment of this process. Call it once they have been read. */
export function dropTokens(): void {
  for (const name of tokenNames) delete process.env[name];
}
