import { randomUUID } from 'node:crypto';
import {
  adminUserDetail,
  markSupportAnswered,
  readTimeline,
  showContacts,
  writeAsConsumer,
  writeNote,
  type NoteSubject,
  type TimelineEvent,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilQuiet } from '../../../testing/raw-calls.ts';
import { payForGift, refund } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  newAdministrator,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let support: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  support = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

type Timed = NoteSubject & { subjectKind: 'user' | 'purchase' };

async function timelineOf(params: Timed, query: object = {}) {
  return (await system.call(readTimeline, { params, query }, support)).answer;
}

const titled = (events: TimelineEvent[]) => events.map(({ kind, title }) => `${kind}: ${title}`);

/** A buyer with a gift, whose page support has read, with a note, a letter and a request to refund. */
async function buyerWithHistory() {
  const gift = await payForGift(system, 500);
  const userId = gift.buyer.user.id;
  const subject = { subjectKind: 'user', subjectId: userId } as const;
  for (let times = 0; times < 2; times += 1)
    await system.call(adminUserDetail, { params: { userId } }, support);
  await system.call(showContacts, { body: { kind: 'user', id: userId } }, support);
  const note = { noteId: randomUUID(), text: 'Called at 10:00.' };
  await system.call(writeNote, { params: subject, body: note }, support);
  const about = { kind: 'gift', voucherId: gift.voucherId } as const;
  const letter = { subject: 'My gift', message: 'It did not come.', about };
  const { answer } = await system.call(writeAsConsumer, { body: letter }, gift.buyer);
  const params = { id: answer.supportRequestId };
  await system.call(markSupportAnswered, { params, body: { answer: 'Sent again.' } }, support);
  await refund(system, support, gift);
  return { gift, subject, letterId: params.id };
}

test('one timeline of a person holds payments, notes, letters, requests, messages, sign-ins and who looked', async () => {
  const { gift, subject, letterId } = await buyerWithHistory();
  const { events } = await timelineOf(subject, { limit: 100 });
  expect(titled(events)).toEqual(
    expect.arrayContaining([
      'payment: Payment of KES 500',
      'note: Note',
      'letter: Letter: My gift',
      'letter: Answer to: My gift',
      'security: Sign-in',
      'read: User read',
      'read: Contact shown',
    ]),
  );
  expect(events.filter(({ title }) => title === 'User read')).toHaveLength(1);
  expect(events.find(({ kind }) => kind === 'note')).toMatchObject({
    by: support.name,
    text: 'Called at 10:00.',
  });
  expect(events.find(({ kind }) => kind === 'payment')?.transaction).toEqual({
    type: 'Deposit',
    transactionId: gift.purchase.requestId,
  });
  expect(events.find(({ kind }) => kind === 'letter')?.supportRequestId).toBe(letterId);
  const request = events.find(({ kind }) => kind === 'request');
  expect(request).toMatchObject({ by: support.name, title: expect.stringMatching(/^Requested: Refund/u) });
  const messages = events.filter(({ kind }) => kind === 'message').map(({ text }) => text);
  expect(messages).toEqual(expect.arrayContaining(['letter answered', 'voucher gift']));
  expect(events.map(({ at }) => at)).toEqual(
    events
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

test('a timeline is read page by page without repetition or omission, and by kind', async () => {
  const { subject } = await buyerWithHistory();
  await untilQuiet(system);
  const all = (await timelineOf(subject, { limit: 100 })).events;
  const paged: TimelineEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await timelineOf(subject, { limit: 3, ...(cursor !== undefined && { cursor }) });
    paged.push(...page.events);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  // Titles of messages change when a delivery report comes.
  const placed = (events: TimelineEvent[]) => events.map(({ at, kind, eventId }) => [at, kind, eventId]);
  expect(placed(paged)).toEqual(placed(all));
  const letters = (await timelineOf(subject, { kind: 'letter' })).events;
  expect(new Set(letters.map(({ kind }) => kind))).toEqual(new Set(['letter']));
});

test('the timeline of a payment holds its notes, letters about it or its gift, and requests', async () => {
  const { gift } = await buyerWithHistory();
  const payment = { subjectKind: 'purchase', subjectId: gift.purchase.requestId } as const;
  const body = { noteId: randomUUID(), text: 'The bank confirms it.' };
  await system.call(writeNote, { params: payment, body }, support);
  const { events } = await timelineOf(payment);
  expect(titled(events)).toEqual(expect.arrayContaining(['note: Note', 'letter: Letter: My gift']));
  expect(events.some(({ title }) => title.startsWith('Requested: Refund'))).toBe(true);
  const others = await payForGift(system, 500);
  const empty = await timelineOf({ subjectKind: 'purchase', subjectId: others.purchase.requestId });
  expect(empty.events.filter(({ kind }) => kind !== 'action')).toEqual([]);
});
