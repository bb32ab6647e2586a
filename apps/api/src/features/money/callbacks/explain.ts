import {
  describeB2bResult,
  describeB2cResult,
  describeReversalResult,
  describeStkResult,
  parseC2b,
  parseResult,
  parseStkCallback,
  readTransactionStatus,
  type ResultMeaning,
} from '@zawadi/mpesa';
import { RETENTION } from '../../../platform/retention.ts';

const DESCRIBE = {
  Deposit: describeStkResult,
  Withdrawal: describeB2cResult,
  Settlement: describeB2bResult,
  Refund: describeReversalResult,
} as const satisfies Record<string, (code: string) => ResultMeaning>;

/** Explains a result code of M-PESA to administrators, for one kind of payment. */
export function explainResultCode(kind: keyof typeof DESCRIBE, code: string): string {
  return DESCRIBE[kind](code).meaning;
}

/** Describes a message of M-PESA in words, for administrators. */
export function explainMessage(purpose: string, body: unknown): string {
  if (purpose.endsWith('_timeout')) {
    return 'M-PESA did not get to our order in time; its result may still follow.';
  }
  if (body === null) return `What it said was removed after ${RETENTION.provider_messages.after}`;
  if (purpose === 'c2b' || purpose === 'c2b_retired') return explainPayBill(body);
  if (purpose === 'c2b_pulled') return 'Found in M-PESA’s list; no callback had told of it';
  if (purpose === 'purchase_result') {
    const code = parseStkCallback(body)?.resultCode;
    return code === undefined ? UNREADABLE : describeStkResult(code).meaning;
  }
  const result = parseResult(body);
  if (!result) return UNREADABLE;
  if (purpose.endsWith('_status')) {
    const status = readTransactionStatus(result)?.status;
    return status === undefined
      ? 'M-PESA knows nothing of it, or could not say'
      : `The status at M-PESA is ${status}`;
  }
  const kind = KINDS[purpose];
  return kind === undefined ? result.resultDescription : explainResultCode(kind, result.resultCode);
}

const UNREADABLE = 'We cannot read this message';
const KINDS: Partial<Record<string, keyof typeof DESCRIBE>> = {
  withdrawal_result: 'Withdrawal',
  settlement_result: 'Settlement',
  refund_result: 'Refund',
};

function explainPayBill(body: unknown): string {
  const payment = parseC2b(body);
  return payment === undefined
    ? UNREADABLE
    : `Paid at the pay bill with the reference ${payment.billReference}`;
}
