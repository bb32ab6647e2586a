import { CallRefused } from '../../../api/call.ts';

export type Attempt = {
  /** Made once and sent with every retry, so that the server takes the value only once. */
  attemptId: string;
  merchantCode: string;
  code: string;
  amountShillings: number;
  recipientName: string;
  /** Milliseconds since 1970. */
  startedAt: number;
};

// Checked without the schema library: the till opens on slow phones, and nothing else on it needs that.
const KINDS = {
  attemptId: 'string',
  merchantCode: 'string',
  code: 'string',
  amountShillings: 'number',
  recipientName: 'string',
  startedAt: 'number',
} as const satisfies Record<keyof Attempt, string>;

const KEY = 'zawadi-till-attempt';

/** Stores an attempt across reloads; without storage it lasts as long as the page. */
export function keepAttempt(kept: Attempt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window may refuse; the page itself still has the attempt.
  }
}

export function forgetAttempt(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Returns the merchant's attempt that never got an answer in this tab. */
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
  'voucher_used',
  'voucher_claimed',
  'voucher_expired',
  'voucher_frozen',
  'voucher_held',
  'voucher_void',
  'idempotency_key_reused',
]);

/**
 * Returns whether an error proves that an attempt took nothing. A retry may be refused early, such as after a
 * sign-out or by a limit, although the first attempt succeeded. So only a refusal by the voucher itself counts for a
 * retry.
 */
export function provesNothingTaken(error: unknown, isRepetition: boolean): error is CallRefused {
  if (!(error instanceof CallRefused)) return false;
  if (FINAL_REFUSALS.has(error.code)) return true;
  return !isRepetition && error.status < 500 && error.code !== 'idempotency_key_in_use';
}

const ASKS_ALONE_FOR_MS = 10 * 60_000;
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;
const LONGEST_DELAY_MS = 15_000;

/** Returns the delay before an automatic retry; undefined once a person should decide instead. */
export function retryDelayMs(
  { startedAt }: Pick<Attempt, 'startedAt'>,
  timesAsked: number,
  now: number,
): number | undefined {
  if (now - startedAt > ASKS_ALONE_FOR_MS) return undefined;
  return DELAYS_MS[timesAsked] ?? LONGEST_DELAY_MS;
}
