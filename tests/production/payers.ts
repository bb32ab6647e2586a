import { setTimeout as pause } from 'node:timers/promises';
import {
  purchaseDetails,
  registerTransaction,
  startPurchase,
  type CallAnswer,
  type Endpoint,
} from '@zawadi/contract';
import { giftRegistration, promptRequest } from '@zawadi/story/payment-requests';
import type { SignedIn } from '@zawadi/story/people';
import { request, type Given } from '@zawadi/story/request';
import type { SandboxControl } from '@zawadi/story/sandbox-control';

const PATIENCE_MS = 20_000;
const PAID_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;
const LEAST_AMOUNT = 10;

export type Payers = {
  /** Number of gifts that their buyers have seen paid. */
  paid: () => number;
  failures: string[];
  /** Resolves when each payment that was begun is final. */
  stop: () => Promise<void>;
};

/**
 * Starts consumers who buy gifts for themselves, one after the other, and enter their PIN at the prompt. Like the web
 * app, they read the purchase until it is paid. They never retry a call.
 */
export function startPayers(origin: string, people: SignedIn[], sandbox: SandboxControl): Payers {
  const failures: string[] = [];
  let isOpen = true;
  let paid = 0;

  async function call<E extends Endpoint>(
    person: SignedIn,
    endpoint: E,
    input: Given<E>,
  ): Promise<CallAnswer<E>> {
    const response = await request(origin, endpoint, input, { credentials: person, timeoutMs: PATIENCE_MS });
    const text = await response.text();
    if (!response.ok) throw new Error(`${endpoint.path}: ${response.status} ${text.slice(0, 200)}`);
    return endpoint.answer.parse((JSON.parse(text) as { body: unknown }).body) as CallAnswer<E>;
  }

  async function buy(person: SignedIn, amount: number): Promise<void> {
    const body = giftRegistration(person, { recipient: person, amount });
    const registered = await call(person, registerTransaction, { body });
    await call(person, startPurchase, promptRequest(registered));
    await sandbox.answerPrompt(person.phoneNumber, registered.billReferenceNumber, { pin: '1234' });
    const { requestId } = registered;
    for (const deadline = Date.now() + PAID_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
      const { orderStatus } = await call(person, purchaseDetails, { params: { requestId } });
      if (orderStatus === 'COMPLETED') {
        paid += 1;
        return;
      }
    }
    throw new Error(`the purchase ${requestId} is not paid after ${PAID_WITHIN_MS} ms`);
  }

  async function keepBuying(person: SignedIn): Promise<void> {
    // Another amount each time: two equal payments from one phone within a minute would be refused.
    for (let amount = LEAST_AMOUNT; isOpen; amount += 1) {
      await buy(person, amount).catch((error: unknown) => failures.push(`payer: ${String(error)}`));
    }
  }

  const working = people.map(keepBuying);
  return {
    paid: () => paid,
    failures,
    stop: async () => {
      isOpen = false;
      await Promise.all(working);
    },
  };
}
