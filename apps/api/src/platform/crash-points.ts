/** The steps of an order to M-PESA between one commit and what follows it. */
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
 * Where one commit is done and what follows it is not: the next step of an order, the answer to a program's call,
 * the next hold whose time is over. A process may die at each of them and nothing may be lost or happen twice; tests make
 * it die there.
 */
export const CRASH_STEPS = [...ORDER_STEPS, 'call-committed', 'hold-released'] as const;
export type CrashStep = (typeof CRASH_STEPS)[number];

/** @param kind of the order, the purpose of the message, or the last word of the call's path */
type Die = (step: CrashStep, kind: string) => void;

let die: Die | undefined;

/** Where a process may be made to die. Does nothing unless a test, or `CRASH_AT` in the sandbox, has asked for it. */
export function crashPoint(step: CrashStep, kind: string): void {
  die?.(step, kind);
}

/** @param given what happens at every crash point; undefined for nothing */
export function armCrashPoints(given: Die | undefined): void {
  die = given;
}

/** Has this process killed, as by `kill -9`, when it first reaches a step such as `send-claimed/withdrawal`. */
export function killAt(place: string | undefined): void {
  if (place === undefined) return;
  armCrashPoints((step, kind) => {
    if (place !== step && place !== `${step}/${kind}`) return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing runs until the signal has arrived.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
}
