/** Points in the processing of an M-PESA order, each between a commit and the next action. */
export const ORDER_STEPS = [
  'order-opened',
  'send-claimed',
  'send-answered',
  'send-recorded',
  'message-stored',
  'message-applied',
  'poll-claimed',
  'poll-opened',
  'poll-answered',
] as const;

/**
 * Points between a commit and the next action: the next step of an M-PESA order, the answer to an API call or a USSD request,
 * the next expired hold. If a process dies there, nothing may be lost or happen twice. Tests kill it there.
 */
export const CRASH_STEPS = [...ORDER_STEPS, 'call-committed', 'hold-released'] as const;
export type CrashStep = (typeof CRASH_STEPS)[number];

/**
 * Action at a crash point.
 * @param kind kind of the order, purpose of the message, last word of the endpoint's path, or `ussd`
 */
type Die = (step: CrashStep, kind: string) => void;

let die: Die | undefined;

/**
 * Marks a point where a test can kill the process. Does nothing unless a test, or `CRASH_AT` in the sandbox, has
 * armed it.
 */
export function crashPoint(step: CrashStep, kind: string): void {
  die?.(step, kind);
}

/**
 * Sets the action of every crash point.
 * @param given undefined disarms them
 */
export function armCrashPoints(given: Die | undefined): void {
  die = given;
}

/** Kills this process as `kill -9` does, when it first reaches a crash point such as `send-claimed/withdrawal`. */
export function killAt(place: string | undefined): void {
  if (place === undefined) return;
  armCrashPoints((step, kind) => {
    if (place !== step && place !== `${step}/${kind}`) return;
    process.kill(process.pid, 'SIGKILL');
    // Block until the signal arrives, so that nothing else runs.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
}
