/** A copy of the repository as somebody has it who cloned it and ran `npm ci`, and commands typed into a shell there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../../scripts/support/port.ts';
import { temporaryFolder } from './folder.ts';
import { files, root } from './tracked.ts';

/** The output of a command, and its exit code. */
export interface Shown {
  code: number | null;
  text: string;
}

export class FreshCopy {
  readonly folder = join(temporaryFolder(), 'catalog');
  /** The texts that later commands need of earlier ones, such as a token that was shown once. */
  readonly kept = new Map<string, string>();
  readonly #port: number;
  #server: ChildProcess | undefined;

  /** @param port where its server listens */
  private constructor(port: number) {
    this.#port = port;
  }

  /** Makes one. `node_modules` stands for what `npm ci` installs. */
  static async make(): Promise<FreshCopy> {
    const copy = new FreshCopy(await freePort());
    for (const name of files.filter(each => !/^(?:data|dist)\//.test(each))) {
      mkdirSync(dirname(copy.path(name)), { recursive: true });
      cpSync(join(root, name), copy.path(name));
    }
    symlinkSync(join(root, 'node_modules'), copy.path('node_modules'), 'junction');
    return copy;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  get address(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Types a command into a shell and waits for its end. */
  async type(command: string): Promise<Shown> {
    const child = this.#start(command);
    let text = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (text += chunk));
    const [code] = await once(child, 'close');
    return { code, text };
  }

  /** Types a command that goes on until it is stopped, and waits until it shows something. */
  async serve(command: string, shows: RegExp): Promise<Shown> {
    await this.stop();
    const child = this.#start(command);
    this.#server = child;
    // Nothing outlives a test that is broken off.
    const end = () => interrupt(child);
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    let text = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        text += chunk;
        if (shows.test(text)) resolve();
      };
      child.stdout!.on('data', hear);
      child.stderr!.on('data', hear);
      child.once('close', () => reject(new Error(`${command} ended: ${text}`)));
    });
    return { code: 0, text };
  }

  /** Ends what was started with `serve`, as Ctrl-C does. */
  async stop(): Promise<void> {
    const child = this.#server;
    this.#server = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'close');
    interrupt(child);
    await ended;
  }

  #start(command: string): ChildProcess {
    return spawn(command.replaceAll('http://localhost:8080', this.address), {
      cwd: this.folder,
      shell: true,
      detached: process.platform !== 'win32',
      env: {
        PATH: process.env.PATH,
        HOME: dirname(this.folder),
        PORT: String(this.#port),
        // Half of the time of a build goes into HTML, which no command of the pages shows.
        READING: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

/** Interrupts a command as Ctrl-C does: the shell, npm and the program are one group. */
function interrupt(child: ChildProcess): void {
  if (process.platform === 'win32') child.kill();
  else process.kill(-child.pid!, 'SIGINT');
}
