import { expect } from 'vitest';
import { newMsisdn, someToken } from './start-rig.ts';
import type { Rig } from './start-rig.ts';

type Client = Rig['mpesa'];

/**
 * What a message is made of: its keys, the type of each value, and the named parameters in their order. What is different
 * in each message, such as an amount, is no part of its shape.
 */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isName(key) ? one : shapeOf(one)]),
  );
}

/** M-PESA's lists name their members so. */
function isName(key: string): boolean {
  return key === 'Key' || key === 'Name';
}

/** What the sandbox answers to a call of the client, as it comes over the wire; the token first, unless the client has one. */
export async function answersTo(rig: Rig, call: (client: Client) => Promise<unknown>): Promise<unknown[]> {
  const answers: unknown[] = [];
  const client = rig.client({
    fetch: async (...request) => {
      const response = await fetch(...request);
      answers.push(await response.clone().json());
      return response;
    },
  });
  await call(client);
  return answers;
}

/** What the sandbox calls back with after a call. */
export async function callbackOf(
  rig: Rig,
  call: (callbackToken: string) => Promise<unknown>,
): Promise<unknown> {
  const callbackToken = someToken();
  expect(await call(callbackToken)).toMatchObject({ outcome: 'accepted' });
  return rig.arrival(callbackToken);
}

/** A prompt on a new phone. */
export function promptOf(client: Client, callbackToken = someToken()) {
  return client.stkPush({
    msisdn: newMsisdn(),
    amountShillings: 700,
    accountReference: 'ZW7Q4MTX',
    description: 'Gift voucher',
    callbackToken,
  });
}

export function payOutOf(client: Client, originatorConversationId: string, callbackToken = someToken()) {
  return client.b2c({
    originatorConversationId,
    msisdn: newMsisdn(),
    amountShillings: 2_000,
    remarks: 'Withdrawal',
    callbackToken,
  });
}

export function payBusinessOf(client: Client, callbackToken = someToken()) {
  return client.b2b({
    command: 'BusinessPayBill',
    receiverShortCode: '522533',
    amountShillings: 347,
    accountReference: '353353',
    remarks: 'Settlement',
    callbackToken,
  });
}
