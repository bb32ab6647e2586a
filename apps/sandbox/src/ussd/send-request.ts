import { setTimeout as wait } from 'node:timers/promises';
import type { ReceiverAnswer } from '../mpesa/callbacks.ts';
import type { World } from '../world.ts';
import { endSession, scheduleEvent } from './end-session.ts';
import type { UssdService } from './services.ts';
import {
  countRequest,
  createSession,
  findSession,
  keepResponse,
  newSessionId,
  recordStep,
  showPage,
} from './sessions.ts';

export type UssdRequest = {
  service: UssdService;
  /** If missing or unknown, the request opens a session. */
  sessionId?: string | undefined;
  msisdn: string;
  networkCode: string;
  /** All inputs of the session, joined by *. */
  text: string;
};

/** The answer that the phone gets. */
export type UssdAnswer = {
  sessionId: string;
  /** HTTP status of the application; null if the phone got no answer from it. */
  status: number | null;
  /** Body of the application's answer, with CON or END. */
  answer: string;
};

const stepHeader = 'at-ussd-hop-metadata';
const longestStepName = 99;
const eventTimeoutMs = 5_000;
const lost = { status: null, answer: '' };

/**
 * Sends one request over the gateway's wire and applies the answer to the session. Resolves when all requests that the
 * behaviour causes have been answered.
 *
 * @param typed what the person entered for this request
 */
export async function sendRequest(world: World, request: UssdRequest, typed: string): Promise<UssdAnswer> {
  const { ussd } = world.behaviour.inForce();
  const { sessionId, hops, previousText } = beginStep(world, request, typed);
  if (ussd.event === 'early' && hops === ussd.earlyEventStep && scheduleEvent(world, sessionId, 1)) {
    await world.callbacks.waitForDelivery(sessionId, eventTimeoutMs);
  }
  const post = (text: string) => postStep(world, { ...request, sessionId, text });
  const [received] = await Promise.all([
    inTime(world, () => post(request.text)),
    ...(ussd.doubled === 'together' ? [post(request.text)] : []),
    ...(ussd.crossed && previousText !== undefined ? [post(previousText)] : []),
  ]);
  if (ussd.doubled === 'after-answer') await post(request.text);
  if (received.kind === 'stopped') return { sessionId, ...lost };
  return world.database.transaction(() => {
    if (received.kind === 'unreachable') {
      endSession(world, sessionId, 'Failed', received.problem);
      return { sessionId, ...lost };
    }
    keepResponse(world, sessionId, received.text, stepName(received.headers));
    if (ussd.cutAtStep === hops && endSession(world, sessionId, 'Incomplete', 'Session cut on purpose.')) {
      return { sessionId, ...lost };
    }
    applyAnswer(world, sessionId, received);
    return { sessionId, status: received.status, answer: received.text };
  });
}

function beginStep(world: World, request: UssdRequest, typed: string) {
  const sessionId = request.sessionId ?? newSessionId();
  return world.database.transaction(() => {
    const known = findSession(world, sessionId);
    if (known === undefined) {
      createSession(world, {
        session_id: sessionId,
        msisdn: request.msisdn,
        service_code: request.service.serviceCode,
        network_code: request.networkCode,
      });
    }
    countRequest(world, sessionId, request.text);
    recordStep(world, sessionId, known === undefined ? 'dialled' : 'reply', typed);
    const hops = (known?.hops ?? 0) + 1;
    world.events.record('USSD request', `${request.msisdn} · request ${hops} of the session`);
    return { sessionId, hops, previousText: known?.text };
  });
}

function postStep(world: World, request: UssdRequest & { sessionId: string }): Promise<ReceiverAnswer> {
  const { prefix, answerLimitMs } = world.behaviour.inForce().ussd;
  const inputs = [prefix, request.text].filter((text) => text !== '');
  const form = new URLSearchParams({
    sessionId: request.sessionId,
    phoneNumber: `+${request.msisdn}`,
    networkCode: request.networkCode,
    serviceCode: request.service.serviceCode,
    text: inputs.join('*'),
  });
  const step = findSession(world, request.sessionId)?.hop_names.split('|').at(-1) ?? '';
  return world.callbacks.askForm(request.service.callbackUrl, form, answerLimitMs, {
    'user-agent': 'at-ussd-api/1.0',
    ...(step !== '' && { [stepHeader]: step }),
  });
}

/** Holds the answer back as the behaviour says, and drops an answer over the limit. */
async function inTime(world: World, post: () => Promise<ReceiverAnswer>): Promise<ReceiverAnswer> {
  const { answerDelayMs, answerLimitMs } = world.behaviour.inForce().ussd;
  const startedAtMs = performance.now();
  const received = await post();
  const leftMs = Math.max(0, answerLimitMs - (performance.now() - startedAtMs));
  if (received.kind === 'answered' && answerDelayMs > 0) {
    const signal = world.stopping;
    await wait(Math.min(answerDelayMs, leftMs), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { kind: 'stopped' };
    if (answerDelayMs > leftMs) return { kind: 'unreachable', problem: 'The answer came too late.' };
  }
  return received;
}

/** The step that the application names for its statistics. The gateway ignores a name with | or over 99 characters. */
function stepName(headers: Headers): string {
  const name = headers.get(stepHeader) ?? '';
  return name.length > longestStepName || name.includes('|') ? '' : name;
}

/** Shows the answer on the phone, or cuts the session if the answer breaks a rule. A session that has ended stays so. */
function applyAnswer(
  world: World,
  sessionId: string,
  { status, text }: { status: number; text: string },
): void {
  const [, kind, screen = ''] = /^(CON|END) ([^]*)$/.exec(text) ?? [];
  if (findSession(world, sessionId)?.status !== null) {
    recordStep(world, sessionId, 'cut', 'The answer came after the end of the session.');
  } else if (status !== 200) {
    endSession(world, sessionId, 'Failed', `The application answered HTTP ${status}.`);
  } else if (kind === 'CON' || kind === 'END') {
    recordStep(world, sessionId, kind, screen);
    showPage(world, sessionId, screen, 0);
    if (kind === 'END') endSession(world, sessionId, 'Success');
  } else {
    endSession(
      world,
      sessionId,
      'Failed',
      text === '' ? 'The answer is empty.' : 'The answer has no CON or END.',
    );
  }
}
