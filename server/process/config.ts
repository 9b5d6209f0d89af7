/** The configuration of a server process. Only this file reads the environment (docs/operation.md#1). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  baseUrlOf,
  readEnvironment,
  sharedVariables,
  signingKeyOf,
  signingVariables,
} from '#document/text/environment.ts';
import type { TrafficLimits } from '../http/admission/traffic-limits.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Makes the schema of a setting that limits a number of things, at the same time or in a minute. */
const limit = () =>
  z.coerce.number().pipe(z.int().min(1).max(1_000_000_000)).describe('a whole number from 1 to 1000000000');

const variables = {
  ...sharedVariables,
  ...signingVariables,
  HOST: z.string().min(1).max(255).default('127.0.0.1').describe('an address or host name to listen on'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/)
    .optional()
    .describe('a postgres:// URL, or nothing for SQLite in DATA_DIR'),
  DATABASE_CONNECT_TIMEOUT: milliseconds(1500),
  DATABASE_STATEMENT_TIMEOUT: milliseconds(3000),
  TICKET_TIMEOUT: z.coerce
    .number()
    .pipe(z.int().min(10).max(60_000))
    .default(450)
    .describe('milliseconds from 10 to 60000'),
  DATABASE_POOLER: z.enum(['session', 'transaction']).default('session').describe('session or transaction'),
  TRUST_PROXY: z
    .string()
    .refine(isTrust)
    .default('0')
    .describe(
      'the number of proxies in front (0 to 9), or a list of their addresses such as loopback, 10.0.0.0/8',
    ),
  WORKERS: z.coerce
    .number()
    .pipe(z.int().min(1).max(256))
    .default(1)
    .describe('a number of processes from 1 to 256'),
  LOG_LEVEL: z
    .enum(levels)
    .default('info')
    .describe(`one of ${levels.join(', ')}`),
  MAX_CONNECTIONS: limit().default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: limit().optional(),
  AUTH_FAILURES_PER_MINUTE: limit().default(300),
  RECEIPTS_PER_MINUTE: limit().default(1200),
  MCP_REQUESTS_PER_MINUTE: limit().default(6000),
  LONG_POLLS_PER_CREDENTIAL: limit().default(16),
  SEARCH_SHARE: z.coerce
    .number()
    .pipe(z.int().min(1).max(100))
    .default(25)
    .describe('a percentage from 1 to 100'),
  METRICS_PORT: z.coerce
    .number()
    .pipe(z.int().min(1).max(65_535))
    .optional()
    .describe('a port from 1 to 65535, or nothing for no metrics'),
  METRICS_HOST: z
    .string()
    .min(1)
    .max(255)
    .default('127.0.0.1')
    .describe('an address or host name to listen on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(text => URL.canParse(text) && /^https?:/.test(text))
    .optional()
    .describe('an http or https URL, or nothing for no traces'),
  PAGE_CACHE: z.coerce
    .number()
    .pipe(z.int().min(1).max(100_000))
    .default(64)
    .describe('megabytes from 1 to 100000'),
  ACCESS_LOG: z.enum(['0', '1']).default('0').describe('0 or 1'),
};

/** Makes the schema of a setting that is a number of milliseconds. */
function milliseconds(byDefault: number) {
  const range = z.int().min(100).max(60_000);
  return z.coerce.number().pipe(range).default(byDefault).describe('milliseconds from 100 to 60000');
}

/**
 * Tells whether a text is a valid `TRUST_PROXY`: a number of hops from 0 to 9, or a list of names and networks that
 * `proxy-addr` reads.
 */
function isTrust(text: string): boolean {
  return /^[0-9]$/.test(text) || text.split(',').every(each => /^[a-zA-Z0-9.:/]+$/.test(each.trim()));
}

export interface Config {
  port: number;
  host: string;
  /** The address that pages state as theirs; undefined if the operator set none, so that the address of the build applies. */
  baseUrl: string | undefined;
  /** The address that applies if neither the operator nor a build states one. */
  defaultBaseUrl: string;
  dataDir: string;
  distDir: string;
  /** The most bytes of pages that are kept in memory. */
  pageCache: number;
  /** The path of the packed command `agent-topology`. The file may be missing. */
  commandFile: string;
  databaseUrl: string | undefined;
  /**
   * The milliseconds that a database server may take to connect and to run a statement; absent for the commands of the
   * operator, which may take any time.
   */
  databaseLimits?: { connect: number; statement: number } | undefined;
  /**
   * How long a pooler in front of the database keeps a connection for one client: for a session, which is the default, or a
   * transaction.
   */
  databasePooler?: 'session' | 'transaction' | undefined;
  /** The milliseconds that a page waits for its ticket; 450 if absent. */
  ticketTimeout?: number | undefined;
  /** The signing key; undefined if it is in `dataDir`. */
  signingKey?: string | undefined;
  trustProxy: number | string[];
  workers: number;
  logLevel: (typeof levels)[number];
  traffic: TrafficLimits;
  /** The port and host at which metrics are served; absent if none are. */
  metrics?: { port: number; host: string } | undefined;
  /** The endpoint to which traces are sent; absent if none are. */
  tracesTo?: string | undefined;
  accessLog?: boolean;
}

/**
 * Reads the configuration.
 * @throws EnvironmentError with one line that names the variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readEnvironment(variables, environment);
  const trust = values.TRUST_PROXY;
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL,
    defaultBaseUrl: baseUrlOf(values),
    dataDir: values.DATA_DIR,
    distDir: values.DIST_DIR,
    pageCache: values.PAGE_CACHE * 1024 ** 2,
    commandFile: join(import.meta.dirname, '../../scripts/agent-topology.tgz'),
    databaseUrl: values.DATABASE_URL,
    databasePooler: values.DATABASE_POOLER,
    databaseLimits: {
      connect: values.DATABASE_CONNECT_TIMEOUT,
      statement: values.DATABASE_STATEMENT_TIMEOUT,
    },
    ticketTimeout: values.TICKET_TIMEOUT,
    signingKey: signingKeyOf(values, readFileSync),
    trustProxy: /^[0-9]$/.test(trust) ? Number(trust) : trust.split(',').map(each => each.trim()),
    workers: values.WORKERS,
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    tracesTo: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    accessLog: values.ACCESS_LOG === '1',
    logLevel: values.LOG_LEVEL,
    traffic: {
      connections: values.MAX_CONNECTIONS,
      connectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
      authFailuresPerMinute: values.AUTH_FAILURES_PER_MINUTE,
      receiptsPerMinute: values.RECEIPTS_PER_MINUTE,
      mcpRequestsPerMinute: values.MCP_REQUESTS_PER_MINUTE,
      searchShare: values.SEARCH_SHARE,
      longPollsPerCredential: values.LONG_POLLS_PER_CREDENTIAL,
    },
  };
}
