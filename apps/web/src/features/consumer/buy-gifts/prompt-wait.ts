/** The later of what the purchase says and what the last refusal said, in milliseconds; 0 when neither does. */
export function laterOf(retryAt: string | undefined, refusedUntilMs: number | undefined): number {
  return Math.max(retryAt === undefined ? 0 : Date.parse(retryAt), refusedUntilMs ?? 0);
}

/** Two minutes: how long M-PESA refuses the same amount to the same phone (result code 17). */
const REPEATED_SECONDS = 120;

/** Refusals that are over by themselves after a while, and how long that takes when the server does not say. */
const waits: Partial<Record<string, number>> = {
  prompt_repeated: REPEATED_SECONDS,
  prompt_open: 0,
  too_many_requests: 0,
};

/** Until when a refused prompt need not be tried again; undefined for a refusal that waiting does not heal. */
export function refusedUntil(
  { code, retryAfterSeconds }: { code: string; retryAfterSeconds?: number },
  nowMs: number,
): number | undefined {
  const seconds = code in waits ? (retryAfterSeconds ?? waits[code] ?? 0) : 0;
  return seconds > 0 ? nowMs + seconds * 1000 : undefined;
}
