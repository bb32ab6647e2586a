import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { feesReport, withdrawFeesAndLimits } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

type Document = {
  openapi: string;
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
};
type Operation = {
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: object }> };
  responses: Record<string, { description: string; headers?: object; content?: Record<string, object> }>;
};

let system: TestSystem;
let merchantApi: Document;
let webApi: Document;
beforeAll(async () => {
  system = await createTestSystem();
  merchantApi = await read('/api/docs/merchant-api.json');
  webApi = await read('/api/docs/web-api.json');
});
afterAll(() => system.close());

async function read(url: string): Promise<Document> {
  const reply = await system.http.inject({ url });
  expect(reply.statusCode).toBe(200);
  return reply.json<Document>();
}

test("documents every endpoint, with one document for merchants' systems and one for the web app", () => {
  const documented = (document: Document) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  const declared = (isMachine: boolean) =>
    endpoints
      .filter(({ audience }) => (audience === 'machine') === isMachine)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/gu, '{$1}')}`);
  expect(documented(merchantApi).toSorted()).toEqual(declared(true).toSorted());
  expect(documented(webApi)).toEqual(expect.arrayContaining(declared(false)));
});

test('builds two valid OpenAPI 3.1 documents', async () => {
  for (const document of [merchantApi, webApi]) {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  }
});

test('shows an endpoint with its example', () => {
  const withdraw = webApi.paths['/api/admin/v1/fees-and-limits/{versionId}/withdraw']?.['post'];
  const { params, body } = withdrawFeesAndLimits.example;
  expect(withdraw?.requestBody?.content['application/json']?.example).toEqual(body);
  expect(withdraw?.parameters).toContainEqual(
    expect.objectContaining({ in: 'path', name: 'versionId', example: params.versionId }),
  );
  const report = webApi.paths['/api/admin/v1/reports/fees']?.['get'];
  const { from } = feesReport.example.query;
  expect(report?.parameters).toContainEqual(
    expect.objectContaining({ in: 'query', name: 'from', example: from }),
  );
});

test("documents the device key's proof for endpoints with a session or sign-in, and not for the merchant API", () => {
  const ofSession = webApi.paths['/api/mpesa/purchase']?.['post'];
  const signIn = webApi.paths['/api/auth/v1/login']?.['post'];
  for (const call of [ofSession, signIn]) {
    expect(call?.parameters?.map(({ in: place, name }) => `${place} ${name}`)).toContain('header DPoP');
    expect(Object.keys(call?.responses['200']?.headers ?? {})).toEqual(['DPoP-Nonce']);
    expect(call?.responses['401']?.description).toContain('`use_dpop_nonce`');
  }
  // The other parameters must still be listed.
  expect(ofSession?.parameters?.map(({ name }) => name)).toContain('x-requestid');
  expect(JSON.stringify(merchantApi.paths)).not.toContain('DPoP');
});

test('/api/docs leads to the reference for developers', async () => {
  for (const url of ['/api/docs', '/api/docs/']) {
    const { statusCode, headers } = await system.http.inject({ url });
    expect([statusCode, headers.location]).toEqual([302, '/developers/reference']);
  }
});

test.each(['/openapi.json', '/api/docs/web-api.json', '/api/docs/json', '/api/docs/yaml'])(
  'sends %s compressed, and not again if it is unchanged',
  async (url) => {
    const ask = (headers: Record<string, string>) => system.http.inject({ url, headers });
    const plain = await ask({});
    const compressed = await ask({ 'accept-encoding': 'gzip, deflate, br' });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    const gzipped = await ask({ 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    const again = await ask({ 'if-none-match': String(plain.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['cache-control']).toBe('public, no-cache');
  },
);

test('limits document requests per minute and IP address, without affecting other addresses', async () => {
  const { etag } = (await system.http.inject({ url: '/api/docs/json' })).headers;
  // The cached answer is short, so that the document itself is not sent 120 times.
  const headers = { 'if-none-match': etag };
  const ask = (remoteAddress: string) =>
    system.http.inject({ url: '/api/docs/json', remoteAddress, headers });
  const statuses: number[] = [];
  while (statuses.length < 150) statuses.push((await ask('198.51.100.7')).statusCode);
  expect(statuses.filter((status) => status === 304)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  const refused = await ask('198.51.100.7');
  expect(refused.json()).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: expect.any(Number) });
  expect((await ask('198.51.100.8')).statusCode).toBe(304);
});

test('the document says where to report a vulnerability', async () => {
  const { statusCode, body } = await system.http.inject({ url: '/.well-known/security.txt' });
  expect([statusCode, body]).toEqual([200, expect.stringContaining('Contact: mailto:support@zawadi.test')]);
});
