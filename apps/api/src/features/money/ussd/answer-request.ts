import { setTimeout as pause } from 'node:timers/promises';
import { normaliseMsisdn, type UssdLimits } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { decrypt, encrypt, lookupHash, lookupHashes } from '../../../platform/crypto/keys.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction, isDatabaseInTrouble } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sendOrder, type OrderKey } from '../../mpesa/orders/index.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { atMost, countAttemptsIn } from '../../people/sessions/index.ts';
import { recordUssdUse } from '../../people/users/index.ts';
import { raiseAlert } from '../../services/alerts/index.ts';
import { readFeaturesOn, readFeesAndLimits } from '../../services/settings/index.ts';
import { readStopRefusal } from '../../services/stops/index.ts';
import type { Call, UssdDeps } from './call.ts';
import { ConfirmedRefusal, confirmationsOf } from './confirmations.ts';
import { BUDGET_MS, limitToDeadline, OutOfTime } from './deadline.ts';
import { recordFailureIn } from './record-failure.ts';
import type { UssdAnswer, UssdRequest } from './gateway.ts';
import { dataOf, draftOf, firstPlace, press, stepOf, type Reached } from './press.ts';
import { buyRefusal, refusalText } from './refusal-screens.ts';
import { screenOf } from './screens.ts';
import { findLanguage, lockSession, readDraft, storeAnswer, type Session } from './store.ts';

const TEN_MINUTES_SECONDS = 600;
/** M-PESA shows no prompt on a phone with an open session. The gateway may report its end earlier, or never. */
const SESSION_ENDS_WITHIN_MS = 5_000;
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
  const deadlineMs = performance.now() + BUDGET_MS;
  try {
    const features = await readFeaturesOn(deps.db);
    if (!features.has('ussd') || (await deps.isClosed())) return lastScreen('off');
    if (request.inputs.length > MOST_INPUTS) return lastScreen('dialAgain');
    const feesAndLimits = await readFeesAndLimits(deps);
    const rules: Rules = {
      areAliasesOn: features.has('aliases'),
      walletLimit: feesAndLimits.limits.wallet,
      ussdLimits: feesAndLimits.ussd,
      stop: await readStopRefusal(deps.db, 'claiming'),
      buyingStop: await readStopRefusal(deps.db, 'buying'),
      doesWalletPay: features.has('giftsFromWallet'),
      withdrawingStop: await readStopRefusal(deps.db, 'withdrawing'),
      feesAndLimits,
      afterAnswer: [],
      prompts: [],
      deadlineMs,
    };
    try {
      // Also the recipient of a gift, typed in this session or in the one that it goes on with. The list is not read
      // within the transaction.
      const draft = await readDraft(deps.db, { gateway, ...request });
      const typed = request.inputs.map(normaliseMsisdn);
      const kept = draft === null ? undefined : draftOf(deps, draft).msisdn;
      await requireUnblockedNumbers(deps, request.msisdn, ...typed, kept);
      const answer = await inTransaction(deps.db, (tx) => answerIn(tx, deps, { gateway, request, rules }));
      crashPoint('call-committed', 'ussd');
      // The gateway waits for the answer, not for M-PESA.
      for (const work of rules.afterAnswer) deps.background(work());
      for (const prompt of rules.prompts) deps.background(sendPromptLater(deps, prompt));
      return answer;
    } catch (error) {
      const refusal = error instanceof ConfirmedRefusal ? error.refusal : error;
      if (!(refusal instanceof Refusal)) throw error;
      const { ussdLimits } = rules;
      const confirmed = error instanceof ConfirmedRefusal ? error : undefined;
      const refused = { gateway, request, deadlineMs, ussdLimits, refusal, confirmed };
      return await inTransaction(deps.db, (tx) => refuseIn(tx, deps, refused));
    }
  } catch (error) {
    const level = error instanceof OutOfTime || isDatabaseInTrouble(error) ? 'warn' : 'error';
    deps.log[level]({ err: error }, 'a USSD request was not answered');
    await recordFailureIn(deps, error);
    return lastScreen('busy');
  }
}

type Rules = Pick<
  Call,
  | 'areAliasesOn'
  | 'walletLimit'
  | 'ussdLimits'
  | 'stop'
  | 'buyingStop'
  | 'doesWalletPay'
  | 'withdrawingStop'
  | 'feesAndLimits'
  | 'afterAnswer'
  | 'prompts'
  | 'deadlineMs'
>;
type Asked = { gateway: string; request: UssdRequest };
type Opened = Asked & Pick<Call, 'deadlineMs'>;

async function answerIn(
  tx: Transaction,
  deps: UssdDeps,
  { gateway, request, rules }: Asked & { rules: Rules },
): Promise<UssdAnswer> {
  const { msisdn, inputs } = request;
  const { deadlineMs } = rules;
  const session = await open(tx, { gateway, request, deadlineMs });
  const known = await earlierAnswer(tx, deps, session, request);
  if (known) return known;
  if (inputs.length - session.inputCount > MOST_INPUTS_AT_ONCE) return lastScreen('dialAgain');
  const language = await findLanguage(tx, msisdn);
  const call: Call = {
    tx,
    deps,
    sessionId: session.id,
    msisdn,
    networkCode: request.networkCode,
    language,
    inputs,
    position: 0,
    isAlone: inputs.length - session.inputCount === 1,
    ...rules,
  };
  const isNew = session.inputsHash === null;
  if (isNew) {
    await countSession(tx, deps, msisdn, rules.ussdLimits);
    await recordUssdUse(tx, msisdn);
  }
  const place = isNew ? await firstPlace(call) : { step: stepOf(session.step), data: dataOf(deps, session) };
  // Inputs that a caller without a language has dialled are meant for the first menu, and choose no language.
  const from = isNew && language === undefined ? inputs.length : session.inputCount;
  return store(tx, deps, session, { inputs, deadlineMs, ...(await press(call, place, from)) });
}

/** Sends a prompt when the session is over on the phone. An order is sent once, so the session's end may send it first. */
async function sendPromptLater(deps: UssdDeps, prompt: OrderKey): Promise<void> {
  await pause(SESSION_ENDS_WITHIN_MS);
  await sendOrder(deps, { kind: 'purchase', ...prompt });
}

/** Locks the session. */
async function open(tx: Transaction, { gateway, request, deadlineMs }: Opened): Promise<Session> {
  await limitToDeadline(tx, deadlineMs);
  return lockSession(tx, { id: newId(), gateway, ...request });
}

/**
 * Returns the answer to a request that changes nothing: a repeated, crossed or late one. A request with another number
 * than its session's raises an alert.
 */
async function earlierAnswer(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  session: Session,
  { msisdn, inputs }: UssdRequest,
): Promise<UssdAnswer | undefined> {
  if (session.msisdn !== msisdn) {
    await raiseAlert(tx, { kind: 'ussd_sessions_mixed', details: {} });
    return lastScreen('dialAgain');
  }
  const { inputsHash, inputCount, answerSealed } = session;
  if (inputsHash === null || answerSealed === null) return undefined;
  const hashes = lookupHashes(keys, wordsOf(session.id, inputs.slice(0, inputCount)));
  if (inputs.length < inputCount || !hashes.some((hash) => hash.equals(inputsHash))) {
    return lastScreen('dialAgain');
  }
  if (inputs.length === inputCount) {
    return { text: decrypt(keys, answerSealed), isLast: session.isOver, step: session.step };
  }
  return session.isOver || session.isExpired ? lastScreen('dialAgain') : undefined;
}

/**
 * Counts a new session of the number.
 * @throws Refusal `too_many_requests`
 */
async function countSession(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  msisdn: string,
  limits: UssdLimits,
): Promise<void> {
  const waitSeconds = await countAttemptsIn(tx, keys, sessionsOf(msisdn, limits));
  if (waitSeconds > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
}

type Storing = Reached & { inputs: string[]; deadlineMs: number };

const sessionsOf = (msisdn: string, { sessionsPerTenMinutes }: UssdLimits) => [
  { words: ['ussd-session', msisdn], rule: atMost(sessionsPerTenMinutes, TEN_MINUTES_SECONDS) },
];

async function store(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  session: Session,
  { inputs, deadlineMs, step, text, isLast = false, data = {} }: Storing,
): Promise<UssdAnswer> {
  await limitToDeadline(tx, deadlineMs);
  const inputsHash = lookupHash(keys, wordsOf(session.id, inputs));
  const answer = { sealed: encrypt(keys, text), isLast, step };
  const { buying, ...rest } = data;
  const draftSealed = buying === undefined || isLast ? null : encrypt(keys, JSON.stringify(buying));
  const { id } = session;
  await storeAnswer(tx, { id, inputCount: inputs.length, inputsHash, data: rest, draftSealed, answer });
  return { text, isLast, step };
}

/** Stores the last screen of a refused request. Its own transaction was rolled back, and with it what it had counted. */
async function refuseIn(
  tx: Transaction,
  deps: UssdDeps,
  {
    gateway,
    request,
    deadlineMs,
    ussdLimits,
    refusal,
    confirmed,
  }: Opened &
    Pick<Call, 'ussdLimits'> & {
      refusal: Refusal;
      confirmed: ConfirmedRefusal | undefined;
    },
): Promise<UssdAnswer> {
  const session = await open(tx, { gateway, request, deadlineMs });
  const known = await earlierAnswer(tx, deps, session, request);
  if (known) return known;
  if (session.inputsHash === null)
    await countAttemptsIn(tx, deps.keys, sessionsOf(request.msisdn, ussdLimits));
  const language = await findLanguage(tx, request.msisdn);
  if (confirmed) await countAttemptsIn(tx, deps.keys, confirmationsOf(request.msisdn, ussdLimits));
  const call = { language, deps };
  const text = confirmed?.isPurchase ? buyRefusal(call, refusal.code) : refusalText(call, refusal.code);
  return store(tx, deps, session, { ...request, deadlineMs, step: 'refused', text, isLast: true });
}

/** Last screens in both languages, for requests of which no session is stored. */
function lastScreen(name: 'dialAgain' | 'busy' | 'off'): UssdAnswer {
  return { text: screenOf(name, 'en', undefined), isLast: true, step: name };
}

/** Words of the keyed hash of inputs. The session's id is one of them, so that equal inputs have different hashes. */
function wordsOf(sessionId: string, inputs: string[]): string {
  return JSON.stringify(['ussd-inputs', sessionId, ...inputs]);
}
