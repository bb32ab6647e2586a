import { paths } from '@zawadi/mpesa/wire/paths';
import type { Random } from './random.ts';

const { stkPush, stkQuery, b2c, token, transactionStatus } = paths;

const CALM = {
  promptLifetimeMs: 3_000,
  callback: { copies: 1, delayMs: 0, drop: false, beforeReply: false },
  b2c: 'succeed',
  failHttp: null,
  hang: null,
  executeThenDrop: null,
};

/** The sandbox's default, but for prompts, which are answered at once. */
export const calmDay = { ...CALM, autoAnswer: 'approve', answerDelayMs: 0 };

/** How M-PESA behaves for a while: one thing goes wrong at a time, and customers do what customers do. */
export function newDay(random: Random): object {
  const slowPath = random.oneOf([stkPush, stkQuery, b2c, token, transactionStatus]);
  const trouble = random.oneOf([
    {},
    { callback: { ...CALM.callback, copies: 3 } },
    { callback: { ...CALM.callback, delayMs: 1_500 } },
    { callback: { ...CALM.callback, drop: true } },
    { callback: { ...CALM.callback, beforeReply: true } },
    { executeThenDrop: { path: stkPush, times: 2 } },
    { executeThenDrop: { path: b2c, times: 2 } },
    { executeThenDrop: { path: b2c, times: 2 }, callback: { ...CALM.callback, drop: true } },
    { hang: { path: slowPath, ms: 1_500, times: 1 } },
    { failHttp: { path: random.oneOf([stkPush, b2c, token]), status: 503, times: 1 } },
    { b2c: random.oneOf(['fail', 'queue-timeout-then-succeed', 'queue-timeout-then-fail']) },
  ]);
  const autoAnswer = random.oneOf(['approve', 'approve', 'approve', 'cancel', 'ignore']);
  return { ...CALM, autoAnswer, answerDelayMs: random.below(800), ...trouble };
}
