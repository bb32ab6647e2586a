import { setTimeout as pause } from 'node:timers/promises';
import { say, type Call, type Shown, type UssdDeps } from './call.ts';
import { readSim, storeSim, type SimState } from './sim-store.ts';

const LOOK_EVERY_MS = 100;
const MOST_LOOKS = 10;

/**
 * Asks Safaricom, after the answer, when the caller's SIM card was swapped: a session does not wait for another company.
 * Does nothing if the operator has not bought this product. Without an answer of Safaricom nothing is stored.
 */
export function askAboutSim({
  deps,
  msisdn,
  afterAnswer,
}: Pick<Call, 'deps' | 'msisdn' | 'afterAnswer'>): void {
  const { readSimSwap } = deps;
  if (readSimSwap) afterAnswer.push(() => check(deps, readSimSwap, msisdn));
}

async function check(
  { db }: Pick<UssdDeps, 'db'>,
  readSimSwap: NonNullable<UssdDeps['readSimSwap']>,
  msisdn: string,
): Promise<void> {
  const swap = await readSimSwap(msisdn);
  if (swap !== 'unknown') await storeSim(db, msisdn, swap instanceof Date ? swap : null);
}

/**
 * Shows why the caller's SIM card lets no money out now: it was swapped within 24 hours, or we do not know. Undefined if it
 * does, or if the operator has not bought the check.
 * @param screen that says that money waits
 * @param isPinNew whether this input has set the PIN
 */
export async function showSimWait(
  call: Call,
  screen: 'moneyWaits' | 'giftWaits',
  isPinNew: boolean,
): Promise<Shown | undefined> {
  if (!call.deps.readSimSwap) return undefined;
  const { isChecked, isNew } = await awaitSim(call);
  if (!isChecked) {
    askAboutSim(call);
    return { text: say(call, 'simUnknown', undefined), isLast: true };
  }
  return isNew ? { text: say(call, screen, { isPinNew }), isLast: true } : undefined;
}

/** Reads Safaricom's latest answer about the SIM card. If there is none yet, waits for it up to a second. */
async function awaitSim({ tx, msisdn }: Call): Promise<SimState> {
  let sim = await readSim(tx, msisdn);
  for (let looks = 1; !sim.isChecked && looks <= MOST_LOOKS; looks += 1) {
    await pause(LOOK_EVERY_MS);
    sim = await readSim(tx, msisdn);
  }
  return sim;
}
