/** What a container may do, in the words that Kubernetes and compose share. */

/** A container that builds the catalog or serves it. */
export interface Workload {
  name: string;
  role: 'build' | 'server';
  /** Where it takes secrets from: names of secrets, or the texts of variables. */
  secrets: string[];
  volumes: { name: string; path: string; isReadOnly: boolean; isShared: boolean }[];
}

/** The command of the image that makes a container a server or a builder. */
export const roleOf = (words: readonly unknown[]): Workload['role'] =>
  words[0] === 'build' ? 'build' : 'server';

/** What servers may do beyond what they need, given which role builds. */
export function excessOf(workloads: readonly Workload[]): string[] {
  const builders = workloads.filter(({ role }) => role === 'build');
  const servers = workloads.filter(({ role }) => role === 'server');
  return servers.flatMap(server => [
    ...server.secrets
      .filter(secret => builders.some(({ secrets }) => secrets.includes(secret)))
      .map(
        secret =>
          `${server.name} takes \`${secret}\`, which has the keys of the build; give it the tenant key alone`,
      ),
    ...server.volumes.flatMap(({ name, path, isReadOnly, isShared }) => {
      const built = builders.flatMap(({ volumes }) => volumes).find(volume => volume.name === name);
      if (!isShared || !built) return [];
      if (built.path === '/data')
        return [
          `${server.name} mounts \`${name}\` at ${path}, which has all keys and the log; do not mount it`,
        ];
      return isReadOnly
        ? []
        : [`${server.name} may write to \`${name}\`, which the build fills; mount it read-only`];
    }),
  ]);
}
