import {
  describeB2bResult,
  describeB2cResult,
  parseResult,
  readTransactionStatus,
  type CommandResult,
} from '@zawadi/mpesa';
import type { PayOutResult } from '../client/index.ts';

/** What a message about a pay-out must agree with. */
export type Expected = {
  method: 'b2c' | 'b2b';
  /** Null while M-PESA has not told us the id it made; the address of the message is the proof then. */
  originatorConversationId: string | null;
  netShillings: number | undefined;
};

/** @returns the result, or why the message alone proves nothing, beginning with `ask_` */
export function readPayOutResult(body: unknown, expected: Expected): PayOutResult | `ask_${string}` {
  const result = parseResult(body);
  if (!result) return 'ask_unreadable';
  if (!isAbout(result.originatorConversationId, expected)) return 'ask_ids_differ';
  const describe = expected.method === 'b2c' ? describeB2cResult : describeB2bResult;
  const meaning = describe(result.resultCode);
  if (meaning.state === 'pending') return 'ask_not_final';
  if (meaning.state === 'failed') {
    const { reason, isOurFault } = meaning;
    return { outcome: 'failed', resultCode: result.resultCode, reason, isOurFault };
  }
  if (result.amountShillings !== expected.netShillings) return 'ask_amount_differs';
  return succeeded(result);
}

function succeeded({ receipt, receiverName: paidToName, chargeCents }: CommandResult): PayOutResult {
  return { outcome: 'succeeded', receipt, paidToName, chargeCents };
}

/**
 * The answer to our own question; M-PESA names the payment that was asked about among the parameters.
 * @returns the result, or why the answer decides nothing
 */
export function readPayOutStatus(body: unknown, expected: Expected): PayOutResult | string {
  const result = parseResult(body);
  const facts = result && readTransactionStatus(result);
  if (!facts || facts.state === 'pending') return 'not_final';
  const { originatorConversationId: about, amountShillings, receipt, chargeCents } = facts;
  if (about !== undefined && !isAbout(about, expected)) return 'ids_differ';
  if (facts.state === 'failed') {
    return { outcome: 'failed', resultCode: facts.status, reason: 'provider_error', isOurFault: false };
  }
  if (amountShillings !== undefined && amountShillings !== expected.netShillings) return 'amount_differs';
  return { outcome: 'succeeded', receipt, chargeCents };
}

function isAbout(id: string, { originatorConversationId: expected }: Expected): boolean {
  return expected === null || id === expected;
}
