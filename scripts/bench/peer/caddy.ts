/** Caddy as a file server without logs, on one processor (`GOMAXPROCS=1`), which its `file-server` command sets up. */
export const caddyCommand = (root: string, port: number): string[] => [
  'caddy',
  'file-server',
  '--root',
  root,
  '--listen',
  `127.0.0.1:${port}`,
];

export const caddyEnvironment = { GOMAXPROCS: '1' };
