import { describeReversalResult, parseResult, readTransactionStatus } from '@zawadi/mpesa';
import type { RefundResult } from '../../money/refunds/index.ts';

const REVERSED_BEFORE = 'R000001';

/** What a message about an order to reverse a payment must agree with. */
type Expected = {
  /** Null while M-PESA has not told us the id it made; the address of the message is the proof then. */
  originatorConversationId: string | null;
  amountShillings: number;
};

/** @returns the result, or why the message alone proves nothing, beginning with `ask_` */
export function readReversalResult(body: unknown, expected: Expected): RefundResult | `ask_${string}` {
  const result = parseResult(body);
  if (!result) return 'ask_unreadable';
  if (!isAbout(result.originatorConversationId, expected)) return 'ask_ids_differ';
  if (result.resultCode === REVERSED_BEFORE) return { outcome: 'reversed_before' };
  const meaning = describeReversalResult(result.resultCode);
  if (meaning.state === 'pending') return 'ask_not_final';
  if (meaning.state === 'failed') {
    return { outcome: 'failed', resultCode: result.resultCode, isOurFault: meaning.isOurFault };
  }
  if (result.amountShillings !== expected.amountShillings) return 'ask_amount_differs';
  return { outcome: 'reversed', receipt: result.receipt };
}

/**
 * The answer to our own question about an order.
 * @returns the result, or why the answer decides nothing
 */
export function readReversalStatus(body: unknown, expected: Expected): RefundResult | string {
  const result = parseResult(body);
  const facts = result && readTransactionStatus(result);
  if (!facts || facts.state === 'pending') return 'not_final';
  const { originatorConversationId: about, amountShillings, receipt } = facts;
  if (about !== undefined && !isAbout(about, expected)) return 'ids_differ';
  if (facts.state === 'failed') return { outcome: 'declined' };
  if (amountShillings !== undefined && amountShillings !== expected.amountShillings) return 'amount_differs';
  return { outcome: 'reversed', receipt };
}

function isAbout(id: string, { originatorConversationId: expected }: Expected): boolean {
  return expected === null || id === expected;
}
