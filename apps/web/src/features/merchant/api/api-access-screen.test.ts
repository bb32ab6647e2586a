import {
  createVoucher,
  listSettlementsByMachine,
  listTransactionsByMachine,
  readVoucher,
} from '@zawadi/contract';
import * as contract from '@zawadi/contract';
import { expect, test } from 'vitest';
import { endpointExamples } from './api-access-screen.tsx';

const examples = endpointExamples({ apiKey: 'zk_abc', baseUrl: 'https://zawadi.example/api/v1' });

test('S123 the five endpoints of the examples exist in the contract', () => {
  const redeem = Object.values(contract).find(
    (value) => typeof value === 'object' && 'path' in value && value.path === '/api/v1/vouchers/:id/redeem',
  );
  const calls = [createVoucher, readVoucher, redeem, listTransactionsByMachine, listSettlementsByMachine];
  expect(examples.map(({ method, path }) => ({ method, path: path.replace('{id}', ':id') }))).toEqual(
    calls.map((call) => expect.objectContaining({ method: call?.method, path: call?.path })),
  );
});

test('an example command contains the API key but no secret, and a POST has its own idempotency key', () => {
  expect(examples.every(({ curl }) => curl.includes('-u "zk_abc:$SECRET"'))).toBe(true);
  expect(
    examples.filter(({ method }) => method === 'POST').every(({ curl }) => curl.includes('Idempotency-Key')),
  ).toBe(true);
  expect(examples[1]?.curl).toBe(
    'curl -sS "https://zawadi.example/api/v1/vouchers/$CODE" \\\n  -u "zk_abc:$SECRET"',
  );
});

test('the contract accepts the request bodies of the example commands', () => {
  const [create] = examples;
  const body: unknown = JSON.parse(/-d '(.*)'$/u.exec(create?.curl ?? '')?.[1] ?? '');
  expect(createVoucher.body.safeParse(body).success).toBe(true);
});
