/**
 * Runs two PostgreSQL servers on this machine: a primary, and a standby that has every commit before its client is told of the
 * commit.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './port.ts';
import { newCluster, untilReady } from './postgres.ts';

interface Node {
  port: number;
  data: string;
  process: ChildProcess | undefined;
}

export class PostgresPair {
  readonly #cluster = newCluster();
  #primary: Node;
  #standby: Node;

  private constructor(ports: [number, number]) {
    const [data, other] = [this.#cluster.data, join(this.#cluster.folder, 'other')];
    this.#primary = { port: ports[0], data, process: undefined };
    this.#standby = { port: ports[1], data: other, process: undefined };
  }

  /** Starts both servers, with synchronous replication to the standby. */
  static async start(): Promise<PostgresPair> {
    const pair = new PostgresPair([await freePort(), await freePort()]);
    // Files that were never used are a copy as good as any.
    pair.#copyData(pair.#primary, pair.#standby);
    await pair.#run(pair.#primary);
    await pair.#follow();
    return pair;
  }

  /** Returns the URL that names both servers, in a fixed order. */
  get url(): string {
    const hosts = [this.#primary.port, this.#standby.port].sort((one, two) => one - two);
    const list = hosts.map(port => `127.0.0.1:${port}`).join(',');
    return `postgres://catalog@${list}/postgres?target_session_attrs=read-write`;
  }

  /** Kills the primary as a crash would. */
  async kill(): Promise<void> {
    await stopped(this.#primary, 'SIGKILL');
  }

  /** Promotes the standby, and resolves when it accepts changes. */
  async promote(): Promise<void> {
    await ask(this.#standby, "ALTER SYSTEM SET synchronous_standby_names = ''");
    await ask(this.#standby, 'SELECT pg_reload_conf()');
    await ask(this.#standby, 'SELECT pg_promote()');
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** Makes the killed server the standby of the other. */
  async rejoin(): Promise<void> {
    const client = new pg.Client({ connectionString: urlOf(this.#primary) });
    await client.connect();
    try {
      await client.query("SELECT pg_backup_start('rejoin', true)");
      this.#copyData(this.#primary, this.#standby);
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      );
      this.#write(this.#standby, 'backup_label', rows[0]!.labelfile);
    } finally {
      await client.end();
    }
    await this.#follow();
  }

  async stop(): Promise<void> {
    await Promise.all([stopped(this.#primary, 'SIGQUIT'), stopped(this.#standby, 'SIGQUIT')]);
    rmSync(this.#cluster.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  /** Starts the standby, and makes the primary wait for it at each commit. */
  async #follow(): Promise<void> {
    this.#write(this.#standby, 'standby.signal', '');
    await this.#run(this.#standby, [
      `primary_conninfo=host=127.0.0.1 port=${this.#primary.port} user=catalog application_name=other`,
    ]);
    await ask(this.#primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await ask(this.#primary, 'SELECT pg_reload_conf()');
    for (;;) {
      const [row] = await ask(this.#primary, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
      if (row) return;
    }
  }

  #copyData(from: Node, to: Node): void {
    rmSync(to.data, { recursive: true, force: true });
    cpSync(from.data, to.data, { recursive: true, preserveTimestamps: true });
    for (const name of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf', 'standby.signal'])
      rmSync(join(to.data, name), { force: true });
    chmodSync(to.data, 0o700);
    this.#own(to.data);
  }

  #write(node: Node, name: string, text: string): void {
    const file = join(node.data, name);
    writeFileSync(file, text, { mode: 0o600 });
    this.#own(file);
  }

  /** Gives files to the user who runs the servers. */
  #own(path: string): void {
    const { user } = this.#cluster;
    if (!user) return;
    chownSync(path, user.uid, user.gid);
    for (const entry of readFolder(path)) chownSync(entry, user.uid, user.gid);
  }

  async #run(node: Node, more: readonly string[] = []): Promise<void> {
    const settings = [
      ...[`port=${node.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'],
      ...['wal_level=replica', 'hot_standby=on', 'wal_keep_size=64MB', ...more],
    ];
    const { bin, folder, user } = this.#cluster;
    node.process = spawn(
      join(bin, 'postgres'),
      ['-D', node.data, ...settings.flatMap(each => ['-c', each])],
      {
        ...user,
        cwd: folder,
        env: {},
        stdio: 'ignore',
      },
    );
    await untilReady(urlOf(node), node.process);
  }
}

const urlOf = ({ port }: Node): string => `postgres://catalog@127.0.0.1:${port}/postgres`;

function readFolder(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map(name => join(path, name));
  } catch {
    return [];
  }
}

async function ask(node: Node, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: urlOf(node) });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function stopped({ process: child }: Node, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
