import { setTimeout as pause } from 'node:timers/promises';
import { newPerson } from '@zawadi/story/people';
import { dialUssd, isUssdBusy } from '../../apps/api/src/testing/ussd-calls.ts';
import { createRandom } from '../faults/random.ts';
import type { Caller } from './client-book.ts';
import { answerPhone, type Play } from './consumers.ts';
import type { System } from './system.ts';

const PIN = '830592';
/** A number may begin 20 sessions within ten minutes. */
const MOST_SESSIONS = 18;
const MOST_TRIES = 20;

export function newCaller(...seed: (string | number)[]): Caller {
  const random = createRandom(...seed);
  return { ...newPerson('Amina', 'Otieno'), random, told: { claims: 0, paidOut: 0, purchases: 0 } };
}

/** Looks for gifts by USSD, adds them to a wallet, withdraws from it and buys gifts, until the run ends. */
export async function runCaller(play: Play, caller: Caller): Promise<void> {
  const { system, isOver } = play;
  const { random, told } = caller;
  const phone = answerPhone(play, caller);
  const friend = newPerson('Njeri', 'Kamau').phoneNumber;
  for (let sessions = 1; sessions < MOST_SESSIONS && !isOver(); sessions += 3) {
    const claimed = await dialThrough(system, caller, ['1', '1', '1', '1', 'Amina', 'Otieno', '1']);
    if (claimed.includes('is in your wallet.')) told.claims += 1;
    const paid = await dialThrough(system, caller, ['2', '2', String(10 + random.below(60)), PIN]);
    const [, net] = /^END KES ([\d,]+) goes to /u.exec(paid) ?? [];
    if (net !== undefined) told.paidOut += Number(net.replace(',', ''));
    const gift = ['3', friend, 'Mama Njeri', String(10 + random.below(60)), '1'];
    const bought = await dialThrough(system, caller, [...gift, ...random.oneOf([['1'], ['2', PIN]])]);
    if (/^END (?:Your wallet has paid|Enter your M-PESA PIN)/u.test(bought)) told.purchases += 1;
    await pause(500 + random.below(1_500));
  }
  await phone;
}

/**
 * Sends the inputs one by one, each until it is answered, sometimes twice at once.
 * @returns the last screen
 */
async function dialThrough(system: System, caller: Caller, inputs: string[]): Promise<string> {
  const session = dialUssd(system, { phoneNumber: caller.phoneNumber, url: system.api.baseUrl });
  let screen = await untilAnswered(() => session.send(''));
  // The language is asked once; the first input chooses it only then.
  const rest = inputs[0] === '1' && !screen.includes('2. Kiswahili') ? inputs.slice(1) : inputs;
  for (let count = 1; count <= rest.length && screen.startsWith('CON '); count += 1) {
    const send = () => untilAnswered(() => session.send(rest.slice(0, count).join('*')));
    const answers = await Promise.all(caller.random.below(3) === 0 ? [send(), send()] : [send()]);
    screen = answers[0] ?? '';
  }
  return screen;
}

async function untilAnswered(send: () => Promise<{ status: number; text: string }>): Promise<string> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const reply = await send().catch(() => undefined);
    if (reply?.status === 200 && !isUssdBusy(reply)) return reply.text;
    await pause(500);
  }
  return '';
}
