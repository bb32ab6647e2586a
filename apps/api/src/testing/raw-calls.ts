import type { Endpoint } from '@zawadi/contract';
import * as contract from '@zawadi/contract';
import { expect } from 'vitest';
import type { TestSystem } from './test-system.ts';
import { until } from './until.ts';

export type RawReply = { status: number; json: Record<string, unknown>; headers: Record<string, unknown> };

/** Every endpoint that the contract declares. */
export const endpoints: Endpoint[] = contract.endpointsIn(contract);

/** Returns the name of an endpoint in messages of failed tests. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Returns an endpoint's path with a value for each parameter. The named object does not exist. */
export function pathOf({ path, example }: Pick<Endpoint, 'path' | 'example'>): string {
  if (example?.params) return contract.addressOf({ path }, { params: example.params });
  return path.replaceAll(/:\w+/gu, contract.sample.id);
}

/** Sends any text as a body, without the client's checks, and returns the raw response. */
export async function sendRaw(
  { http }: Pick<TestSystem, 'http'>,
  request: {
    method: Endpoint['method'];
    path: string;
    headers?: Record<string, string>;
    payload?: string;
    remoteAddress?: string;
  },
): Promise<RawReply> {
  const { method, path, headers = {}, payload, remoteAddress } = request;
  const response = await http.inject({
    method,
    url: path,
    ...(remoteAddress !== undefined && { remoteAddress }),
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
  });
  const isFile = response.headers['content-disposition'] !== undefined;
  return {
    status: response.statusCode,
    json: isFile ? {} : Object(response.json()),
    headers: response.headers,
  };
}

/** Checks that a refusal has every required field for its path; returns its status and code. */
export function refusalIn(path: string, { status, json, headers }: RawReply): string {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers['request-id']).toMatch(/^[0-9a-f-]{36}$/u);
  expect(headers['cache-control']).toBe('no-store');
  if (path.startsWith('/api/v1/')) {
    expect(headers['content-type']).toContain('application/problem+json');
    expect(json).toMatchObject({
      type: expect.stringMatching(new RegExp(`^http.+/developers/errors#${String(json['code'])}$`, 'u')),
      title: expect.stringMatching(/^[A-Z]/u),
      status,
      detail: expect.stringMatching(/\S/u),
      request_id: headers['request-id'],
    });
  } else {
    expect(headers['content-type']).toContain('application/json');
    expect(json).toMatchObject({
      responseCode: status,
      responseMessage: expect.stringMatching(/\S/u),
      customerMessage: json['responseMessage'],
      traceId: headers['request-id'],
    });
  }
  return `${status} ${String(json['code'])}`;
}

/** Waits until running deliveries of messages end, because they write rows of their own. */
export async function untilQuiet({ idle, owner }: Pick<TestSystem, 'idle' | 'owner'>): Promise<void> {
  await idle();
  await until(async () => {
    const { rows } = await owner.query(`select 1 from outbox where state = 'pending'`);
    expect(rows).toEqual([]);
  });
}

/** Counts the rows of every table to which a money endpoint writes. */
export async function countTraces({ owner }: Pick<TestSystem, 'owner'>): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    `select
       (select count(*)::int from ledger.transfers) as transfers,
       (select count(*)::int from purchases) as purchases,
       (select count(*)::int from orders) as attempts,
       (select count(*)::int from withdrawals where status <> 'REGISTERED') as withdrawals,
       (select count(*)::int from redemptions) as redemptions,
       (select count(*)::int from claims) as claims,
       (select count(*)::int from idempotency_keys) as keys,
       (select count(*)::int from provider_messages) as messages,
       (select count(*)::int from outbox) as outbox`,
  );
  return rows[0];
}
