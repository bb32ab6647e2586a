import { CallRefused } from '../../../api/call.ts';

export type Attempt = {
  /** Made once and repeated until an answer comes, so that the server takes the value once. */
  attemptId: string;
  merchantCode: string;
  code: string;
  amountShillings: number;
  recipientName: string;
  /** Milliseconds since 1970. */
  startedAt: number;
};

// Checked without the library of the schemas: the till opens on slow phones, and nothing else on it needs that.
const KINDS = {
  attemptId: 'string',
  merchantCode: 'string',
  code: 'string',
  amountShillings: 'number',
  recipientName: 'string',
  startedAt: 'number',
} as const satisfies Record<keyof Attempt, string>;

const KEY = 'zawadi-till-attempt';

/** Keeps an attempt over a reload; where nothing can be kept, it lives as long as the page. */
export function keepAttempt(kept: Attempt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window may refuse; the page itself still knows the attempt.
  }
}

export function forgetAttempt(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}

/** The attempt of this merchant that this tab never got an answer to. */
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
 * Whether an error says for certain that an attempt took nothing. A repetition may be refused on the way to an attempt
 * that went through the first time, such as after a sign-out or by a limit, so only the voucher's own no counts then.
 */
export function saysNothingWasTaken(error: unknown, isRepetition: boolean): error is CallRefused {
  if (!(error instanceof CallRefused)) return false;
  if (FINAL_REFUSALS.has(error.code)) return true;
  return !isRepetition && error.status < 500 && error.code !== 'idempotency_key_in_use';
}

const ASKS_ALONE_FOR_MS = 10 * 60_000;
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;
const LONGEST_DELAY_MS = 15_000;

/** When to ask again by oneself; undefined when so much time went by that a person should decide. */
export function delayBeforeAsking(
  { startedAt }: Pick<Attempt, 'startedAt'>,
  timesAsked: number,
  now: number,
): number | undefined {
  if (now - startedAt > ASKS_ALONE_FOR_MS) return undefined;
  return DELAYS_MS[timesAsked] ?? LONGEST_DELAY_MS;
}
