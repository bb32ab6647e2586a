import { listAudit, personFileCsv, personFilePdf, type HandlerInput } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

type Body = HandlerInput<typeof personFileCsv>['body'];

function download(
  endpoint: typeof personFileCsv | typeof personFilePdf,
  userId: string,
  asked: Partial<Body> = {},
  by = administrator,
) {
  const today = nairobiDay(system.deps.clock.now());
  return system.http.inject({
    method: 'POST',
    url: endpoint.path.replace(':userId', userId),
    headers: { authorization: `Bearer ${by.bearer}` },
    payload: { receiver: 'police', from: today, to: today, reason: 'Letter of 28 November', ...asked },
  });
}

async function giver() {
  const [person, recipient] = [await newConsumer(system), newPerson('Kip', 'Rotich')];
  await makeGift(system, { amount: 300, buyerId: person.user.id, recipient });
  await makeGift(system, { amount: 777 });
  return { userId: person.user.id, recipient };
}

test('a file for an authority has the person’s transactions with the contacts of the other party', async () => {
  const { userId, recipient } = await giver();
  const file = await download(personFileCsv, userId);
  expect(file.statusCode).toBe(200);
  const [, ...rows] = file.body.trim().split('\r\n');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(`Kip Rotich, ${recipient.phoneNumber}`);
  const pdf = await download(personFilePdf, userId);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { entries } = (await system.call(listAudit, { query: { subjectId: userId } }, administrator)).answer;
  expect(
    entries.map(({ action, reason, after }) => [action, reason, after['receiver'], after['format']]),
  ).toEqual([
    ['user.file-downloaded', 'Letter of 28 November', 'police', 'pdf'],
    ['user.file-downloaded', 'Letter of 28 November', 'police', 'csv'],
  ]);
});

test('the person’s own copy masks the contacts of others', async () => {
  const { userId, recipient } = await giver();
  const { body } = await download(personFileCsv, userId, { receiver: 'person' });
  expect(body).toContain('Kip Rotich');
  expect(body).not.toContain(recipient.phoneNumber);
});

test('refuses a reversed period, an unknown person and colleagues without the role, and records nothing', async () => {
  const { userId } = await giver();
  const codeOf = async (response: ReturnType<typeof download>) =>
    (await response).json<{ code: string }>().code;
  const reversed = download(personFileCsv, userId, { from: '2026-02-02', to: '2026-02-01' });
  expect(await codeOf(reversed)).toBe('period_reversed');
  expect(await codeOf(download(personFilePdf, '0198c0de-0000-7000-8000-000000000001'))).toBe('not_found');
  const finance = await newAdministrator(system, 'finance');
  expect(await codeOf(download(personFilePdf, userId, {}, finance))).toBe('forbidden');
  const { entries } = (await system.call(listAudit, { query: { subjectId: userId } }, administrator)).answer;
  expect(entries).toEqual([]);
});
