import { CallRefused } from '../../../api/call.ts';

export type Attempt = {
  /** Made once per redemption and sent with every retry, so that the server redeems only once. */
  attemptId: string;
  merchantCode: string;
  code: string;
  amountShillings: number;
  recipientName: string;
  /** When the attempt began, in milliseconds since 1970. */
  startedAt: number;
};

// Validated without the schema library: nothing else on the till needs it, and slow phones load the till faster.
const KINDS = {
  attemptId: 'string',
  merchantCode: 'string',
  code: 'string',
  amountShillings: 'number',
  recipientName: 'string',
  startedAt: 'number',
} as const satisfies Record<keyof Attempt, string>;

const KEY = 'zawadi-till-attempt';

/** Stores an attempt in the tab, so that it survives a reload. Without session storage only the open page has it. */
export function keepAttempt(kept: Attempt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Private windows may refuse to store anything. The open page still has the attempt.
  }
}

export function forgetAttempt(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without session storage there is nothing to remove.
  }
}

/** Returns this tab's unanswered attempt, if this merchant made it. */
export function keptAttempt(merchantCode: string): Attempt | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isAttempt(kept) && kept.merchantCode === merchantCode ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isAttempt(kept: unknown): kept is Attempt {
  if (typeof kept !== 'object' || kept === null) return false;
  return Object.entries(KINDS).every(([field, kind]) => typeof Reflect.get(kept, field) === kind);
}

const FINAL_REFUSALS: ReadonlySet<string> = new Set([
  'voucher_not_found',
  'voucher_not_yet_delivered',
  'voucher_not_redeemable_here',
  'insufficient_voucher_balance',
  'transaction_limit',
  'daily_limit',
  'voucher_used',
  'voucher_claimed',
  'voucher_expired',
  'voucher_frozen',
  'voucher_held',
  'voucher_void',
  'idempotency_key_reused',
  'redeeming_stopped',
]);

/**
 * Returns whether an error proves that the attempt redeemed nothing. A retry may be refused early, such as after a
 * sign-out or by a rate limit, although the first try succeeded. For a retry, only a refusal by the voucher itself is
 * proof.
 */
export function provesNothingTaken(error: unknown, isRepetition: boolean): error is CallRefused {
  if (!(error instanceof CallRefused)) return false;
  if (FINAL_REFUSALS.has(error.code)) return true;
  return !isRepetition && error.status < 500 && error.code !== 'idempotency_key_in_use';
}

const ASKS_ALONE_FOR_MS = 10 * 60_000;
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;
const LONGEST_DELAY_MS = 15_000;

/** Returns the delay before the next automatic retry. Undefined after ten minutes: then the cashier decides. */
export function retryDelayMs(
  { startedAt }: Pick<Attempt, 'startedAt'>,
  timesAsked: number,
  now: number,
): number | undefined {
  if (now - startedAt > ASKS_ALONE_FOR_MS) return undefined;
  return DELAYS_MS[timesAsked] ?? LONGEST_DELAY_MS;
}
