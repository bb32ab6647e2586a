/** Why a payment failed, in the product's terms. */
export type FailureReason =
  | 'cancelled_by_user'
  | 'insufficient_funds'
  | 'wrong_pin'
  | 'expired'
  | 'unreachable'
  | 'limit_exceeded'
  | 'recipient_not_on_mpesa'
  | 'recipient_limit'
  | 'provider_error';

/**
 * The meaning of a ResultCode. If `isOurFault`, an operator must correct our credentials, float or set-up.
 * `retryAfterMs` is the pause that M-PESA requires before the same request is sent again.
 */
export type ResultMeaning =
  | { state: 'succeeded'; isTerminal: true; meaning: string }
  | { state: 'pending'; isTerminal: false; meaning: string }
  | FailureMeaning;

type FailureMeaning = {
  state: 'failed';
  isTerminal: true;
  meaning: string;
  reason: FailureReason;
  isOurFault: boolean;
  retryAfterMs?: number;
};

/**
 * Describes a result code of an STK push, from a callback or query (v3/MpesaExpressSimulate "Result codes"; 1001, 9999
 * and E3008 are not in this list, but occur).
 */
export function describeStkResult(resultCode: string): ResultMeaning {
  return describe(stkFailures, resultCode);
}

/** Describes a result code of B2C (v3/BusinessToCustomer). A fault of M-PESA's platform is final, too: nothing was paid. */
export function describeB2cResult(resultCode: string): ResultMeaning {
  return describe(b2cFailures, resultCode);
}

/** Describes a result code of B2B (v3/BusinessPayBill, v3/BusinessBuyGoods). */
export function describeB2bResult(resultCode: string): ResultMeaning {
  return describe(b2bFailures, resultCode);
}

/** Describes a result code of a reversal (v3/Reversal). */
export function describeReversalResult(resultCode: string): ResultMeaning {
  return describe(reversalFailures, resultCode);
}

const minuteMs = 60_000;

const stkFailures = table({
  '1': customer('The payer has too little money', 'insufficient_funds'),
  '2': customer('Below the smallest amount M-PESA moves', 'limit_exceeded'),
  '3': customer('Above the largest amount of one transaction', 'limit_exceeded'),
  '4': customer('The payer would pass the daily limit', 'limit_exceeded'),
  '8': customer('The receiving account would pass its largest balance', 'limit_exceeded'),
  '17': customer('Same amount from the same payer within two minutes', 'provider_error', 2 * minuteMs),
  '26': customer('M-PESA is busy', 'provider_error', minuteMs / 2),
  '1001': customer('The payer has another M-PESA session open', 'provider_error', minuteMs),
  '1019': customer('The payer did not answer in time', 'expired'),
  '1025': ours('The prompt could not be sent'),
  '1032': customer('The payer cancelled the prompt', 'cancelled_by_user'),
  '1037': customer('The phone could not be reached', 'unreachable'),
  '2001': customer('The payer typed a wrong PIN', 'wrong_pin'),
  '2028': ours('Transaction type or receiver does not fit the product'),
  '8006': customer("The payer's PIN is locked", 'wrong_pin'),
  '9999': ours('The prompt could not be sent'),
  SFC_IC0003: ours('The receiving pay bill or till does not exist'),
  E3008: customer('The payer has an overdue debt', 'provider_error'),
});

/** Failures on our side, for all payments that we initiate. */
const initiatorFailures: Record<string, FailureMeaning> = {
  '11': ours('Our account is in a state that does not allow it'),
  '21': ours('Our initiator lacks the role'),
  '2001': ours('Our initiator credentials are wrong'),
  '2006': ours('The status of our account does not allow it'),
  '2028': ours('Our product does not allow it'),
  '8006': ours('Our API password is locked'),
};

const b2cFailures = table({
  ...initiatorFailures,
  '1': ours('Our utility account has too little money'),
  '2': customer('Below the smallest amount M-PESA pays out', 'limit_exceeded'),
  '3': customer('Above the largest amount of one transaction', 'limit_exceeded'),
  '4': customer('The receiver would pass the daily limit', 'recipient_limit'),
  '8': customer('The receiver would pass the largest balance', 'recipient_limit'),
  '2040': customer('The receiver is not registered with M-PESA', 'recipient_not_on_mpesa'),
  SFC_IC0003: customer('The number is not on M-PESA', 'recipient_not_on_mpesa'),
});

const b2bFailures = table({
  ...initiatorFailures,
  '1': ours('Our working account has too little money'),
  '2': customer('Below the smallest amount M-PESA moves', 'limit_exceeded'),
  '3': customer('Above the largest amount of one transaction', 'limit_exceeded'),
  '2040': customer('The receiver is not registered with M-PESA', 'recipient_not_on_mpesa'),
  SFC_IC0003: customer('The receiving pay bill or till does not exist', 'recipient_not_on_mpesa'),
});

const reversalFailures = table({
  ...initiatorFailures,
  '1': ours('Our account has too little money to give it back'),
  R000001: customer('Already reversed', 'provider_error'),
  R000002: ours('The original receipt is not a payment that can be reversed'),
});

function describe(failures: ReadonlyMap<string, FailureMeaning>, resultCode: string): ResultMeaning {
  if (resultCode === '0') return { state: 'succeeded', isTerminal: true, meaning: 'Done' };
  // Only a known code means failure. 4999, and any code that M-PESA adds later, leaves the payment pending.
  return (
    failures.get(resultCode) ?? { state: 'pending', isTerminal: false, meaning: `Not final: ${resultCode}` }
  );
}

/** A Map, so that a code such as `constructor` matches no inherited property. */
function table(rows: Record<string, FailureMeaning>): ReadonlyMap<string, FailureMeaning> {
  return new Map(Object.entries(rows));
}

function customer(meaning: string, reason: FailureReason, retryAfterMs?: number): FailureMeaning {
  return {
    state: 'failed',
    isTerminal: true,
    meaning,
    reason,
    isOurFault: false,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function ours(meaning: string): FailureMeaning {
  return { state: 'failed', isTerminal: true, meaning, reason: 'provider_error', isOurFault: true };
}
