import type { FailureReason } from '@zawadi/contract/purchases';
import { say, type Phrase } from '../../i18n/say.ts';

type FailureSentence = { what: string; safe: string };

/** Explains why a purchase failed, and that nothing was charged. */
export function purchaseFailure(reason?: FailureReason): FailureSentence {
  return {
    what: say(reason ? purchaseFailures[reason] : UNKNOWN_PAYMENT),
    safe: say('Nothing was charged.'),
  };
}

/** Explains why a withdrawal failed, and where the money is. */
export function withdrawalFailure(reason?: FailureReason): FailureSentence {
  return {
    what: say(reason ? withdrawalFailures[reason] : UNKNOWN_WITHDRAWAL),
    safe: say('The money is back in your wallet.'),
  };
}

const UNKNOWN_PAYMENT = 'M-PESA could not take this payment.';
const UNKNOWN_WITHDRAWAL = 'M-PESA could not pay this out.';

const purchaseFailures = {
  cancelled_by_user: 'The prompt was cancelled on the phone.',
  insufficient_funds: 'There was not enough money on that M-PESA number.',
  wrong_pin: 'The PIN was wrong, so M-PESA did not take the money.',
  expired: 'The prompt was not answered in time.',
  unreachable: 'M-PESA could not reach the phone. It may be off or without network.',
  limit_exceeded: 'This payment is above the M-PESA limit of that number.',
  recipient_not_on_mpesa: 'That number is not registered with M-PESA.',
  recipient_limit: 'This payment is above an M-PESA limit.',
  provider_error: UNKNOWN_PAYMENT,
} as const satisfies Record<FailureReason, Phrase>;

const withdrawalFailures = {
  cancelled_by_user: 'This withdrawal was cancelled.',
  insufficient_funds: 'M-PESA could not pay out at this moment.',
  wrong_pin: UNKNOWN_WITHDRAWAL,
  expired: 'M-PESA did not pay this out in time.',
  unreachable: 'M-PESA could not reach that number.',
  limit_exceeded: 'This amount is above an M-PESA limit.',
  recipient_not_on_mpesa: 'That number is not registered with M-PESA.',
  recipient_limit: 'That number cannot hold this much on M-PESA, or cannot receive more today.',
  provider_error: UNKNOWN_WITHDRAWAL,
} as const satisfies Record<FailureReason, Phrase>;
