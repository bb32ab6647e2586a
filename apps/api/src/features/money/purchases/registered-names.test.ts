import { registerTransaction, startPurchase } from '@zawadi/contract';
import { giftRegistration, promptRequest } from '@zawadi/story/payment-requests';
import { newPerson, welcome } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

// Observes requests without changing them. Must run before the system starts, because the client then takes `fetch`.
const sent = vi.spyOn(globalThis, 'fetch');
let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(async () => {
  sent.mockRestore();
  await system.close();
});

const gift = (message: string, amount = 500) => ({
  recipient: newPerson('Kip', 'Rotich'),
  amount,
  message,
  cloth: 'plain' as const,
});

test('S387 every purchase has its own random id and short unambiguous reference', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Neema', 'Achieng'));
  const { bearer } = buyer;
  const registered = await Promise.all(
    Array.from({ length: 20 }, async () =>
      system.api.call(registerTransaction, { body: giftRegistration(buyer, gift('Asante')) }, { bearer }),
    ),
  );
  for (const { requestId, billReferenceNumber } of registered) {
    expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
    expect(billReferenceNumber).toMatch(/^[0-9A-Z]{6,12}$/u);
    expect(billReferenceNumber).not.toMatch(/[ILO]/u);
  }
  expect(new Set(registered.map(({ requestId }) => requestId)).size).toBe(20);
  expect(new Set(registered.map(({ billReferenceNumber }) => billReferenceNumber)).size).toBe(20);
});

test('S388 a prompt sends M-PESA a reference and fixed words, never the buyer’s message', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Rehema', 'Salim'));
  const { bearer } = buyer;
  const body = giftRegistration(buyer, gift('Siri yangu ya moyoni'));
  const registered = await system.api.call(registerTransaction, { body }, { bearer });
  await system.api.call(startPurchase, promptRequest(registered), { bearer });
  const bodies = sent.mock.calls.map(([, init]) => (typeof init?.body === 'string' ? init.body : ''));
  const [prompt] = bodies.filter(
    (text) => text.includes('TransactionDesc') && text.includes(buyer.phoneNumber),
  );
  const { AccountReference, TransactionDesc } = JSON.parse(prompt ?? '{}') as Record<string, string>;
  expect(AccountReference).toBe(registered.billReferenceNumber);
  expect(TransactionDesc?.length).toBeGreaterThan(0);
  expect(TransactionDesc?.length).toBeLessThanOrEqual(13);
  expect(prompt).not.toContain('Siri');
});

test('A36 S410 the database contains no code and no link of a gift in clear text', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Salome', 'Adhiambo'));
  const words = gift('Kwako', 700);
  await buyGift(system, buyer, words);
  const { code, claimToken } = await readGift(system, words.recipient);
  for (const table of ['vouchers', 'outbox', 'unique_names', 'purchases']) {
    const { rows } = await system.owner.query<{ row: string }>(`SELECT ${table}::text AS row FROM ${table}`);
    const text = rows.map(({ row }) => row).join('\n');
    for (const secret of [code, code.replaceAll('-', ''), claimToken]) {
      expect(text, table).not.toContain(secret);
      expect(text, table).not.toContain(Buffer.from(secret).toString('hex'));
    }
  }
});

test('S470 answers a request to an unknown endpoint in the format of every refusal', async () => {
  const { statusCode, headers, body } = await system.http.inject({ method: 'GET', url: '/api/no/such/call' });
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toContain('application/json');
  expect(JSON.parse(body)).toMatchObject({ responseCode: 404, code: 'not_found' });
});
