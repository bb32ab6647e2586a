import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseC2b, parseResult, parseStkCallback } from '../../packages/mpesa/src/index.ts';
import type { Given, PublicClient, Step } from './client.ts';
import type { Receiver } from './receiver.ts';

/** Outcome of a step. `help` is the extra argument with which the step succeeded after a refusal. */
export type Outcome = { isOk: boolean; said?: string; help?: string };

const arrivalTimeoutMs = 3_000;

type Trial = { client: PublicClient; receiver: Receiver; lastRefusal: () => Promise<string | undefined> };

/**
 * Runs every step of a client once. A step passes if the sandbox executed it and its callback arrived. A success
 * reported by the client is not enough.
 */
export async function tryClient(trial: Trial): Promise<Record<Step, Outcome>> {
  const { receiver } = trial;
  const money = { receipt: '', checkoutRequestId: '' };
  const newGiven = (): Given => ({
    msisdn: `2547${String(randomInt(100_000_000)).padStart(8, '0')}`,
    amount: 1_000,
    ...receiver.newUrls(),
    ...money,
  });

  const run = (step: Step, isDone: (given: Given, answer: unknown) => Promise<boolean>) =>
    tryStep(trial, step, newGiven, isDone);
  const resultArrives = async ({ resultUrl }: Given) =>
    parseResult(await receiver.arrival(resultUrl, arrivalTimeoutMs))?.isSuccess === true;

  const oauth = await run('OAuth', async (_, token) => typeof token === 'string' && token !== '');
  const push = await run('STK push', async ({ resultUrl }) => {
    const callback = parseStkCallback(await receiver.arrival(resultUrl, arrivalTimeoutMs));
    money.receipt = callback?.receipt ?? '';
    money.checkoutRequestId = callback?.checkoutRequestId ?? '';
    return callback?.isSuccess === true;
  });
  const query = await run('STK query', async (_, resultCode) => resultCode === '0');
  let confirmationUrl = '';
  const register = await run('C2B register', async ({ resultUrl }) => {
    confirmationUrl = resultUrl;
    return true;
  });
  const simulate = await run('C2B simulate', async () => {
    const payment = parseC2b(await receiver.arrival(confirmationUrl, arrivalTimeoutMs));
    return payment?.amountShillings === 1_000;
  });
  return {
    OAuth: oauth,
    'STK push': push,
    'STK query': query,
    'C2B register': register,
    'C2B simulate': simulate,
    B2C: await run('B2C', resultArrives),
    'transaction status': await run('transaction status', resultArrives),
    'account balance': await run('account balance', resultArrives),
    reversal: await run('reversal', resultArrives),
  };
}

async function tryStep(
  { client, lastRefusal }: Trial,
  step: Step,
  newGiven: () => Given,
  isDone: (given: Given, answer: unknown) => Promise<boolean>,
): Promise<Outcome> {
  const attempt = async (call: (given: Given) => Promise<unknown>): Promise<Outcome> => {
    const before = await lastRefusal();
    const given = newGiven();
    const answer = await call(given).catch((error: unknown) => ({ thrown: error }));
    const refused = await lastRefusal();
    if (refused !== before) return { isOk: false, said: refused };
    if (isThrown(answer)) return { isOk: false, said: String(answer.thrown) };
    return (await isDone(given, answer)) ? { isOk: true } : { isOk: false, said: 'nothing arrived' };
  };

  // The client's certificate may still be loading, see `createMpesaApi`.
  await wait(20);
  const plain = await attempt(client.steps[step]);
  const helped = client.withHelp?.[step];
  if (plain.isOk || helped === undefined) return plain;
  const second = await attempt(helped.call);
  return second.isOk ? { ...second, said: plain.said, help: helped.help } : plain;
}

function isThrown(answer: unknown): answer is { thrown: unknown } {
  return typeof answer === 'object' && answer !== null && 'thrown' in answer;
}
