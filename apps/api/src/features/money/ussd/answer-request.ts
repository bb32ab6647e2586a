import type { Deps } from '../../../config/deps.ts';
import { lookupHash, lookupHashes } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction, isDatabaseInTrouble } from '../../../platform/db/in-transaction.ts';
import { limitStatements } from '../../../platform/db/locks.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { atMost, countAttemptsIn } from '../../people/sessions/index.ts';
import { raiseAlert } from '../../services/alerts/index.ts';
import { readFeaturesOn, readFeesAndLimits } from '../../services/settings/index.ts';
import { readStopRefusal } from '../../services/stops/index.ts';
import { say, type Call } from './call.ts';
import type { UssdAnswer, UssdRequest } from './gateway.ts';
import { firstPlace, press, stepOf, type Reached } from './press.ts';
import { screenOf } from './screens.ts';
import { contactsOnPhone } from './shown-on-phone.ts';
import { findLanguage, lockSession, storeAnswer, type Session } from './store.ts';

type UssdDeps = Pick<Deps, 'db' | 'keys' | 'config' | 'log'> & { isClosed: () => Promise<boolean> };

const SESSIONS = atMost(20, 600);
const MOST_INPUTS = 60;
const MOST_INPUTS_AT_ONCE = 10;

/**
 * Answers a request of a USSD session. The same inputs get the same answer, and one effect. Effects are committed with
 * the session's row, which concurrent requests lock.
 * @param gateway name of the gateway, which makes the session's id unique
 */
export async function answerRequest(
  deps: UssdDeps,
  gateway: string,
  request: UssdRequest,
): Promise<UssdAnswer> {
  try {
    const features = await readFeaturesOn(deps.db);
    if (!features.has('ussd') || (await deps.isClosed())) return lastScreen('off');
    if (request.inputs.length > MOST_INPUTS) return lastScreen('dialAgain');
    const { limits } = await readFeesAndLimits(deps);
    const stop = await readStopRefusal(deps.db, 'claiming');
    const rules = { areAliasesOn: features.has('aliases'), walletLimit: limits.wallet, stop };
    try {
      await requireUnblockedNumbers(deps, request.msisdn);
      return await inTransaction(deps.db, (tx) => answerIn(tx, deps, { gateway, request, rules }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return await inTransaction(deps.db, (tx) => refuseIn(tx, deps, { gateway, request, refusal: error }));
    }
  } catch (error) {
    const level = isDatabaseInTrouble(error) ? 'warn' : 'error';
    deps.log[level]({ err: error }, 'a USSD request was not answered');
    return lastScreen('busy');
  }
}

type Rules = Pick<Call, 'areAliasesOn' | 'walletLimit' | 'stop'>;
type Asked = { gateway: string; request: UssdRequest };

async function answerIn(
  tx: Transaction,
  deps: UssdDeps,
  { gateway, request, rules }: Asked & { rules: Rules },
): Promise<UssdAnswer> {
  const { msisdn, inputs } = request;
  const session = await open(tx, { gateway, request });
  const known = await earlierAnswer(tx, deps, session, request);
  if (known) return known;
  if (inputs.length - session.inputCount > MOST_INPUTS_AT_ONCE) return lastScreen('dialAgain');
  const language = await findLanguage(tx, msisdn);
  const call: Call = { tx, deps, sessionId: session.id, msisdn, language, inputs, position: 0, ...rules };
  const isNew = session.inputsHash === null;
  if (isNew) await countSession(tx, deps, msisdn);
  const place = isNew ? await firstPlace(call) : { step: stepOf(session.step), data: session.data };
  return store(tx, deps, session, { inputs, ...(await press(call, place, session.inputCount)) });
}

/** Locks the session. A statement that takes too long ends the transaction: callers wait only a few seconds. */
async function open(tx: Transaction, { gateway, request }: Asked): Promise<Session> {
  await limitStatements(tx, { statementMs: 2_000, lockMs: 1_500 });
  return lockSession(tx, { id: newId(), gateway, ...request });
}

/**
 * Returns the answer to a request that changes nothing: a repeated, crossed or late one. A request with another number
 * or code than its session's raises an alert.
 */
async function earlierAnswer(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  session: Session,
  { msisdn, serviceCode, inputs }: UssdRequest,
): Promise<UssdAnswer | undefined> {
  if (session.msisdn !== msisdn || session.serviceCode !== serviceCode) {
    await raiseAlert(tx, { kind: 'ussd_sessions_mixed', details: {} });
    return lastScreen('dialAgain');
  }
  const { inputsHash, inputCount } = session;
  if (inputsHash === null) return undefined;
  const hashes = lookupHashes(keys, wordsOf(session.id, inputs.slice(0, inputCount)));
  if (inputs.length < inputCount || !hashes.some((hash) => hash.equals(inputsHash))) {
    return lastScreen('dialAgain');
  }
  if (inputs.length === inputCount) {
    return { text: session.answer, isLast: session.isOver, step: session.step };
  }
  return session.isOver || session.isExpired ? lastScreen('dialAgain') : undefined;
}

/**
 * Counts a new session of the number.
 * @throws Refusal `too_many_requests`
 */
async function countSession(tx: Transaction, { keys }: Pick<Deps, 'keys'>, msisdn: string): Promise<void> {
  const waitSeconds = await countAttemptsIn(tx, keys, sessionsOf(msisdn));
  if (waitSeconds > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
}

const sessionsOf = (msisdn: string) => [{ words: ['ussd-session', msisdn], rule: SESSIONS }];

async function store(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  session: Session,
  { inputs, step, text, isLast = false, data = {} }: Reached & { inputs: string[] },
): Promise<UssdAnswer> {
  const answer = { text, isLast, step };
  const inputsHash = lookupHash(keys, wordsOf(session.id, inputs));
  await storeAnswer(tx, { id: session.id, inputCount: inputs.length, inputsHash, data, answer });
  return answer;
}

/** Stores the last screen of a refused request. Its own transaction was rolled back, and with it the session's count. */
async function refuseIn(
  tx: Transaction,
  deps: UssdDeps,
  { gateway, request, refusal }: Asked & { refusal: Refusal },
): Promise<UssdAnswer> {
  const session = await open(tx, { gateway, request });
  const known = await earlierAnswer(tx, deps, session, request);
  if (known) return known;
  if (session.inputsHash === null) await countAttemptsIn(tx, deps.keys, sessionsOf(request.msisdn));
  const language = await findLanguage(tx, request.msisdn);
  const text = refusalText({ language, deps }, refusal);
  return store(tx, deps, session, { inputs: request.inputs, step: 'refused', text, isLast: true });
}

function refusalText(call: Pick<Call, 'language' | 'deps'>, { code }: Refusal): string {
  switch (code) {
    case 'too_many_requests':
      return say(call, 'tooMany', undefined);
    case 'claiming_stopped':
      return say(call, 'stopped', undefined);
    case 'wallet_limit':
      return say(call, 'full', undefined);
    case 'account_frozen':
    case 'not_available_here':
    case 'number_has_account':
      return say(call, 'notPossible', contactsOnPhone(call.deps));
    default:
      return say(call, 'gone', undefined);
  }
}

/** Last screens in both languages, for requests of which no session is stored. */
function lastScreen(name: 'dialAgain' | 'busy' | 'off'): UssdAnswer {
  return { text: screenOf(name, 'en', undefined), isLast: true, step: name };
}

/** Words of the keyed hash of inputs. The session's id is one of them, so that equal inputs have different hashes. */
function wordsOf(sessionId: string, inputs: string[]): string {
  return JSON.stringify(['ussd-inputs', sessionId, ...inputs]);
}
