/** Units of systemd. */

/** What each of the units must set, since it needs none of what that takes away. */
const required: Readonly<Record<string, string>> = {
  DynamicUser: 'yes',
  NoNewPrivileges: 'yes',
  CapabilityBoundingSet: '',
  AmbientCapabilities: '',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  PrivateDevices: 'yes',
  PrivateUsers: 'yes',
  ProtectProc: 'invisible',
  RestrictSUIDSGID: 'yes',
  StateDirectoryMode: '0700',
};

/** The settings of the section `Service`, with all values of each. */
function settingsOf(text: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  let section = '';
  for (const line of text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map(each => each.trim())) {
    if (line.startsWith('[')) section = line;
    if (section !== '[Service]' || /^(?:$|[#;[])/.test(line)) continue;
    const at = line.indexOf('=');
    const [name, value] = [line.slice(0, at), line.slice(at + 1)];
    settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
}

/** What units let the server and the build do beyond what they need. @param texts units by name */
export function excessOfUnits(texts: Readonly<Record<string, string>>): string[] {
  const units = Object.entries(texts).map(([name, text]) => ({ name, settings: settingsOf(text) }));
  const all = (settings: Map<string, string[]>, ...names: string[]) =>
    names.flatMap(name => settings.get(name) ?? []);
  const builds = units.filter(({ settings }) => runs(settings, 'build'));
  const places = builds.flatMap(({ settings }) => all(settings, 'StateDirectory'));
  return units.flatMap(({ name, settings }) => {
    const missing = Object.entries(required).filter(([key, value]) => settings.get(key)?.at(-1) !== value);
    const excess = missing.map(([key, value]) => `${name} may do more than it needs; set ${key}=${value}`);
    if (!runs(settings, 'serve') && !runs(settings, 'start')) return excess;
    if (runs(settings, 'build') || runs(settings, 'start'))
      return [...excess, `${name} builds, so its server holds all keys; let a unit of its own build`];
    const isOfBuild = (value: string) => places.some(place => value.split(/[\s:/]/).includes(place));
    return [
      ...excess,
      ...all(settings, 'StateDirectory', 'BindPaths', 'ReadWritePaths')
        .filter(isOfBuild)
        .map(value => `${name} may write to what the build keeps (${value}); remove it`),
      ...all(settings, 'BindReadOnlyPaths')
        .filter(value => isOfBuild(value) && !value.split(':')[0]!.endsWith('/dist'))
        .map(value => `${name} sees what the build keeps (${value}); bind its dist alone`),
      ...all(settings, 'LoadCredential')
        .filter(value => isOfBuild(value) && !value.includes('/tenant-key/'))
        .map(value => `${name} gets keys of the build (${value}); give it the tenant key alone`),
    ];
  });
}

/** Whether a unit runs a command of the launcher. */
const runs = (settings: Map<string, string[]>, command: string): boolean =>
  ['ExecStartPre', 'ExecStart', 'ExecStartPost'].some(name =>
    settings.get(name)?.some(line => new RegExp(`catalog\\.mjs ${command}\\b`).test(line)),
  );
