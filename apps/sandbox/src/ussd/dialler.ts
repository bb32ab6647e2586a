import type { World } from '../world.ts';
import { endSession } from './end-session.ts';
import { networkCodeOf, networkOf, type Network } from './networks.ts';
import { sendRequest } from './send-request.ts';
import { allServices, findService } from './services.ts';
import { clocksOf, findLastSession, findOpenSession, isWaiting, showPage, stepsOf } from './sessions.ts';

/** A key press that the phone or its network does not allow, with the sentence for the person. */
export class DiallerRefusal extends Error {}

/**
 * Dials a code, such as *384*262#, or a code with inputs, such as *384*262*1*2#.
 *
 * @throws DiallerRefusal if the phone has an open session, or if nothing answers the code
 */
export async function dial(world: World, msisdn: string, dialled: string): Promise<void> {
  if (findOpenSession(world, msisdn) !== undefined) {
    throw new DiallerRefusal('End the open session first.');
  }
  const service = allServices(world)
    .filter(({ serviceCode }) => dialled === serviceCode || dialled.startsWith(`${stemOf(serviceCode)}*`))
    .toSorted((one, other) => other.serviceCode.length - one.serviceCode.length)
    .at(0);
  if (service === undefined || !dialled.endsWith('#')) {
    throw new DiallerRefusal('Connection problem or invalid MMI code.');
  }
  const text = dialled.slice(stemOf(service.serviceCode).length + 1, -1);
  await sendRequest(world, { service, msisdn, networkCode: networkCodeOf(msisdn), text }, dialled);
}

function stemOf(serviceCode: string): string {
  return serviceCode.slice(0, -1);
}

/**
 * Answers the screen of the open session. The gateway itself answers 98 and 00 on a divided screen.
 *
 * @throws DiallerRefusal if no session is open, or if the network does not take the input
 */
export async function reply(world: World, msisdn: string, input: string): Promise<void> {
  const session = findOpenSession(world, msisdn);
  const service = session && findService(world, session.service_code);
  if (session === undefined || service === undefined) throw new DiallerRefusal('No session is open.');
  if (isWaiting(world, session.session_id)) throw new DiallerRefusal('Wait for the answer.');
  const network = networkOf(session.network_code);
  if (input.length > network.inputLength) {
    throw new DiallerRefusal(`${network.name} takes ${network.inputLength} characters at most.`);
  }
  const pages = pagesOf(session.screen, network);
  const page = { '98': session.page + 1, '00': session.page - 1 }[input];
  if (page !== undefined && pages[page] !== undefined) {
    showPage(world, session.session_id, session.screen, page);
    return;
  }
  const { session_id: sessionId, network_code: networkCode } = session;
  const text = session.text === '' ? input : `${session.text}*${input}`;
  await sendRequest(world, { service, sessionId, msisdn, networkCode, text }, input);
}

/** Ends the open session of a phone, if it has one, as the *Cancel* key does. */
export function hangUp(world: World, msisdn: string): void {
  const session = findOpenSession(world, msisdn);
  if (session !== undefined) {
    endSession(world, session.session_id, 'Incomplete', 'Cancelled on the phone.');
  }
}

/** Describes the last session of a phone and its clocks, for the phone page. */
export function diallerState(world: World, msisdn: string) {
  const networkCode = networkCodeOf(msisdn);
  const codes = allServices(world).map(({ serviceCode }) => serviceCode);
  return { codes, network: networkOf(networkCode).name, session: sessionState(world, msisdn) };
}

function sessionState(world: World, msisdn: string) {
  const session = findLastSession(world, msisdn);
  if (session === undefined) return null;
  const network = networkOf(session.network_code);
  const { idleMs, sessionMs } = clocksOf(world, session.network_code);
  const pages = pagesOf(session.screen, network);
  return {
    sessionId: session.session_id,
    status: session.status,
    problem: session.problem,
    isWaiting: session.status === null && isWaiting(world, session.session_id),
    screen: pages[session.page] ?? '',
    page: session.page + 1,
    pages: pages.length,
    length: session.screen.length,
    screenLength: network.screenLength,
    inputLength: network.inputLength,
    idleEndsAt: iso(session.moved_at + idleMs),
    endsAt: iso(session.at + sessionMs),
    steps: stepsOf(world, session.session_id).map((step) => ({ ...step, at: iso(step.at) })),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

const more = '\n98:More';
const back = '\n00:Back';
const moreAndBack = '\n98:More 00:Back';

/** Divides a screen as the gateway does: into pages where the network has them, else the rest is lost. */
function pagesOf(screen: string, { screenLength, hasPages }: Network): string[] {
  if (screen.length <= screenLength) return [screen];
  if (!hasPages) return [screen.slice(0, screenLength)];
  const parts = split(screen, screenLength - moreAndBack.length);
  return parts.map((part, index) => {
    if (index === 0) return part + more;
    return part + (index === parts.length - 1 ? back : moreAndBack);
  });
}

/** Splits a text at line ends or spaces, if a part has one. */
function split(text: string, room: number): string[] {
  if (text.length <= room) return [text];
  const part = text.slice(0, room + 1);
  const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' '));
  const length = end > 0 ? end : room;
  return [text.slice(0, length), ...split(text.slice(end > 0 ? end + 1 : length), room)];
}
