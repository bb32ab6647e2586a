import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** Name of the process, such as `zawadi-api`. */
  service: string;
  attributes: Record<string, string | number>;
  linkedTo: string[];
};

export type TraceCollector = {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Every request body as received. */
  bodies: string[];
  /** Sets the status of the collector's answers; 200 by default. */
  answer: (status: number) => void;
  close: () => Promise<void>;
};

/** Starts a collector of trace spans: OTLP over HTTP, as JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end();
      bodies.push(body);
      spans.push(...spansOf(JSON.parse(body)));
      return response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    answer: (given) => {
      status = given;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Attributed = {
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
};
type Span = Attributed & {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string }[];
};
type Exported = { resourceSpans: { resource: Attributed; scopeSpans: { spans: Span[] }[] }[] };

function spansOf({ resourceSpans }: Exported): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        service: String(attributesOf(resource)['service.name']),
        attributes: attributesOf(span),
        linkedTo: (span.links ?? []).map(({ traceId }) => traceId),
      })),
  );
}

function attributesOf({ attributes }: Attributed): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
