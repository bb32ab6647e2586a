import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { System } from './system.ts';

/** A movement of money at M-PESA. Amounts are in shillings. */
export type Movement = {
  receipt: string;
  kind: 'stk' | 'c2b' | 'b2c' | 'b2b' | 'reversal';
  payer: string;
  payee: string;
  amount: number;
  reference: string;
  originatorConversationId: string | null;
};

export type Prompt = { checkoutRequestId: string; callbackUrl: string };

/** Reads every movement from M-PESA's books, the second of the three books to compare. */
export function readMovements(system: System): Movement[] {
  return read(
    system,
    `select receipt, kind, payer, payee, amount, reference, originator_conversation_id as originatorConversationId
     from transactions order by at`,
  ) as Movement[];
}

/** Finds the prompt for a payment, and its callback URL. */
export function findPrompt(system: System, billReference: string): Prompt | undefined {
  return read(
    system,
    `select checkout_request_id as checkoutRequestId, callback_url as callbackUrl from prompts
     where account_reference = ? order by at desc limit 1`,
    billReference,
  )[0] as Prompt | undefined;
}

/** Returns the address where M-PESA reports payments at our pay bill. */
export function findConfirmationUrl(system: System): string {
  const [row] = read(system, 'select confirmation_url as url from c2b_urls') as { url: string }[];
  if (!row) throw new Error('no address is registered at M-PESA');
  return row.url;
}

export function countOpenPrompts(system: System): number {
  return read(system, 'select 1 from prompts where result_code is null').length;
}

/**
 * Returns whether our callback URLs are registered at M-PESA. Only an M-PESA statement reveals pay bill payments before
 * that.
 */
export function hasOurAddresses(system: System): boolean {
  return read(system, 'select 1 from c2b_urls, pull_registrations').length > 0;
}

function read({ dataDir }: System, sql: string, ...values: string[]): unknown[] {
  const books = new DatabaseSync(join(dataDir, 'sandbox/sandbox.sqlite'), { readOnly: true });
  try {
    return books.prepare(sql).all(...values);
  } finally {
    books.close();
  }
}
