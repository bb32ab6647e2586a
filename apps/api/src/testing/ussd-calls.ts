import type { UssdLimits } from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { reportAddress } from '../features/services/delivery-reports/index.ts';
import type { TestSystem } from './test-system.ts';

const MOST_TRIES = 5;

export const SERVICE_CODE = '*384*44135#';

/** The limits of USSD until an administrator changes them. */
export const USSD_LIMITS: UssdLimits = {
  sessionsPerTenMinutes: 20,
  confirmationsPerHour: 5,
  wrongNumbersPerHour: 5,
  resumeMinutes: 5,
  silentMinutes: 30,
  usualSessions: 10,
  failedPercent: 50,
};

export type UssdReply = { status: number; text: string };

/** A USSD gateway that sends whatever a test tells it to. */
export type UssdGatewayCalls = {
  /** Sends the whole text of a session, as the gateway does for each screen. */
  send: (text: string, changed?: Record<string, string>) => Promise<UssdReply>;
  /** Sends the event at the end of the session. */
  end: (fields?: Record<string, string>) => Promise<number>;
  sessionId: string;
};

/**
 * Begins a session of a phone. Nothing is sent yet.
 * @param url of another API process than the callback URL names
 * @param mostTries how often a request is sent that a crowded machine answers too late
 */
export function dialUssd(
  { deps }: Pick<TestSystem, 'deps'>,
  {
    phoneNumber,
    url,
    sessionId = `ATUid_${randomUUID()}`,
    mostTries = MOST_TRIES,
  }: { phoneNumber: string; url?: string; sessionId?: string; mostTries?: number },
): UssdGatewayCalls {
  const address = (path = '') => {
    const known = reportAddress(deps, 'ussd');
    return `${url === undefined ? known : known.replace(new URL(known).origin, url)}${path}`;
  };
  const common = {
    sessionId,
    phoneNumber: `+${phoneNumber}`,
    networkCode: '63902',
    serviceCode: SERVICE_CODE,
  };
  return {
    sessionId,
    send: async (text, changed = {}) => {
      for (let tries = 1; ; tries += 1) {
        const reply = await postForm(address(), { ...common, text, ...changed });
        const answer = { status: reply.status, text: await reply.text() };
        // On a busy machine, a request may be out of time. Its repetition is safe, as in the product.
        if (!isUssdBusy(answer) || tries === mostTries) return answer;
      }
    },
    end: async (fields = {}) => {
      const event = { ...common, status: 'Success', cost: 'KES 0.10', input: '1*2', lastAppResponse: 'x' };
      return (await postForm(address('/ended'), { ...event, ...fields })).status;
    },
  };
}

/** Whether a request was out of time. */
export function isUssdBusy({ text }: Pick<UssdReply, 'text'>): boolean {
  return text.startsWith('END Please try again in a minute.');
}

/** Begins a session of a phone with the request without inputs. A phone without a language then chooses one. */
export async function beginUssd(
  system: Pick<TestSystem, 'deps'>,
  phoneNumber: string,
): Promise<UssdGatewayCalls> {
  const session = dialUssd(system, { phoneNumber });
  await session.send('');
  return session;
}

/** Chooses English for a phone. */
export async function chooseEnglishByUssd(
  system: Pick<TestSystem, 'deps'>,
  phoneNumber: string,
): Promise<void> {
  const session = await beginUssd(system, phoneNumber);
  await session.send('1');
}

/** Sends the inputs before the PIN, then the PIN, in a new session, and returns the screen after it. */
export async function typeUssdPin(
  system: Pick<TestSystem, 'deps'>,
  { phoneNumber, before, pin }: { phoneNumber: string; before: string; pin: string },
): Promise<string> {
  const session = dialUssd(system, { phoneNumber });
  await session.send(before);
  return (await session.send(`${before}*${pin}`)).text;
}

function postForm(address: string, fields: Record<string, string>): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'at-ussd-api/1.0' },
    body: new URLSearchParams(fields).toString(),
  });
}
