/**
 * Traces for OpenTelemetry: a span for each request by the conventions for HTTP servers, with method, route and status, and
 * within it a span for each question to the database, by its name.
 *
 * Spans contain no address, user agent, path, query, SQL or value. They are sent in the background, and dropped if they cannot
 * be sent.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { listen } from '../support/diagnostics.ts';
import { otherRoute, type RouteName } from './route-name.ts';

/** The milliseconds that a stopping server waits for its last spans to be sent. */
const lastSend = 500;

interface Traced {
  routeOf: RouteName;
  /** The name of the database in the OpenTelemetry conventions. */
  database: 'sqlite' | 'postgresql';
}

/**
 * Opens tracing. The packages read the other variables `OTEL_…` themselves.
 * @param endpoint the address to which traces are sent, without `/v1/traces`
 */
export function openTracing(endpoint: string, log: Logger, { routeOf, database }: Traced) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const resource = resourceFromAttributes({ 'service.name': 'agent-topology' }).merge(
    detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
  );
  const processor = new BatchSpanProcessor(saying(new OTLPTraceExporter({ url }), log));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer('agent-topology');
  const requests = new AsyncLocalStorage<Context>();
  const observe =
    (listener: RequestListener): RequestListener =>
    (request, response) => {
      const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parentOf(request));
      response.once('close', () => {
        describe(span, request, response, routeOf(request));
        span.end();
      });
      requests.run(trace.setSpan(ROOT_CONTEXT, span), () => listener(request, response));
    };
  listen('question', ({ name, begun, failure }) => {
    const parent = requests.getStore();
    // A question that no request asked has no trace.
    if (!parent) return;
    const attributes = { 'db.system.name': database, 'db.operation.name': name };
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: begun, attributes }, parent);
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  });
  const close = async () => {
    await Promise.race([provider.shutdown().catch(() => {}), wait(lastSend)]);
  };
  return { observe, close };
}

/**
 * Wraps an exporter of spans so that it logs when spans are not sent. The address of the collector is not logged, since it may
 * hold a secret.
 */
function saying(exporter: SpanExporter, log: Logger): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const { code } = (result.error ?? {}) as { code?: unknown };
        if (result.error) log.warn({ code, spans: spans.length }, 'traces were not sent');
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * Returns the trace context that a request states by W3C Trace Context; the root context if it states none. Reads version 00,
 * and later versions in the same way.
 */
function parentOf({ headers }: IncomingMessage) {
  const header = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;
  const [, traceId, spanId, flags] = header.exec(String(headers.traceparent)) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT']);

function describe(
  span: Span,
  { method = '' }: IncomingMessage,
  { statusCode, writableFinished }: ServerResponse,
  route: string,
): void {
  const [known, name] = methods.has(method) ? [method, method] : ['_OTHER', 'HTTP'];
  span.updateName(route === otherRoute ? name : `${name} ${route}`);
  span.setAttribute('http.request.method', known);
  if (route !== otherRoute) span.setAttribute('http.route', route);
  if (writableFinished) span.setAttribute('http.response.status_code', statusCode);
  const failure = writableFinished ? (statusCode >= 500 ? String(statusCode) : undefined) : 'aborted';
  if (failure === undefined) return;
  span.setAttribute('error.type', failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
