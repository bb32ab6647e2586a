import { randomUUID } from 'node:crypto';
import {
  closeDay,
  listDayCloses,
  noteBill,
  openDays,
  redeemAtTill,
  reverseAtTill,
  type DayClose,
  type OpenDay,
} from '@zawadi/contract';
import { makeGift } from './gifts.ts';
import type { Worker } from './shops.ts';
import type { TestSystem } from './test-system.ts';

type Sale = { till?: string; placeId?: string; bill?: { total: number; paidBy: 'cash' | 'card' } };

/** Makes the request that closes an open day, as the till page does. */
export function bodyFor({ placeId, till, redemptions, reversals, net, cash }: OpenDay, counted: number) {
  return { placeId, till, attemptId: randomUUID(), counted, seen: { redemptions, reversals, net, cash } };
}

/** Calls of a shop's staff around closed days. */
export function dayCloseCalls(system: () => TestSystem) {
  /** Redeems a part of a new voucher at a till, and notes the bill if there is one. */
  async function sell(worker: Worker, amount: number, { till, placeId, bill }: Sale = {}): Promise<string> {
    const { code } = await makeGift(system(), { amount: 1_000 });
    const body = { code, amount, attemptId: randomUUID(), till, placeId };
    const { redemptionId } = (await system().call(redeemAtTill, { body }, worker)).answer;
    if (bill) await system().call(noteBill, { body: { redemptionId, ...bill } }, worker);
    return redemptionId;
  }

  const reverse = async (by: Worker, redemptionId: string) =>
    system().call(reverseAtTill, { body: { redemptionId } }, by);

  const openOf = async (worker: Worker): Promise<OpenDay[]> =>
    (await system().call(openDays, {}, worker)).answer.open;

  /** Closes the only open day of a person. */
  async function close(worker: Worker, counted: number, note = ''): Promise<DayClose> {
    const [open] = await openOf(worker);
    if (!open) throw new Error('nothing is open');
    return (await system().call(closeDay, { body: { ...bodyFor(open, counted), note } }, worker)).answer;
  }

  const closesOf = async (worker: Worker, query = {}): Promise<DayClose[]> =>
    (await system().call(listDayCloses, { query }, worker)).answer.closes;

  return { sell, reverse, openOf, close, closesOf };
}
