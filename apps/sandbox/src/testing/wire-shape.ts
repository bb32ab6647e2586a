import { expect } from 'vitest';
import { newMsisdn, someToken } from './start-rig.ts';
import type { Rig } from './start-rig.ts';

type Client = Rig['mpesa'];

/**
 * Reduces a message to its keys, value types and named parameters in their order. Values that differ in each message,
 * such as an amount, are not part of its shape.
 */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isName(key) ? one : shapeOf(one)]),
  );
}

/** M-PESA's lists name their members with these keys. */
function isName(key: string): boolean {
  return key === 'Key' || key === 'Name';
}

/**
 * Returns the sandbox's raw answers to the requests of a client method. The first answer is the token, unless the
 * client has one.
 */
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

/** Returns the body of the callback that an API request triggers. */
export async function callbackOf(
  rig: Rig,
  call: (callbackToken: string) => Promise<unknown>,
): Promise<unknown> {
  const callbackToken = someToken();
  expect(await call(callbackToken)).toMatchObject({ outcome: 'accepted' });
  return rig.arrival(callbackToken);
}

/** Pushes a prompt to a new phone. */
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
