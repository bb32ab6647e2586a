import type { LanguageName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';
import { deleteOldFailures } from './failure-store.ts';
import { deleteOldSims } from './sim-store.ts';
import { sumUpOldSessions } from './totals-store.ts';
import type { OrderKey } from '../../mpesa/orders/index.ts';
import type { UssdAnswer, UssdEnd, UssdRequest } from './gateway.ts';

/** Data of earlier steps for later ones. Holds positions of inputs instead of inputs, except in `buying`. */
export type SessionData = {
  giftIds?: string[];
  page?: number;
  /** Whether more gifts follow those on the screen. */
  hasMore?: boolean;
  giftId?: string;
  /** Whether the gift was found by its number, so that a resumed session shows it as found by number. */
  isByNumber?: boolean;
  /** Stored sealed. */
  buying?: Buying;
  /** The prompt that the end of the session sends. */
  prompt?: OrderKey;
  isWrong?: boolean;
  /** Whether first and last name are refused together. */
  isRefused?: boolean;
  firstNameAt?: number;
  lastNameAt?: number;
  /** Position of the amount of a withdrawal. */
  amountAt?: number;
  /** The fee that was shown for it, in shillings. */
  fee?: number;
};

/** A gift that the caller describes, part by part. */
export type Buying = {
  /** The recipient's number. */
  msisdn?: string | undefined;
  name?: string | undefined;
  /** The amount that the caller pays, in shillings. */
  price?: number | undefined;
  /** A typed message, or the position of one of our messages in their list, from 1. */
  message?: string | number | undefined;
  /** The fee that was shown, in shillings. */
  fee?: number;
};

export type Session = {
  id: string;
  msisdn: string;
  step: string;
  data: SessionData;
  inputCount: number;
  /** Null until the first answer is stored. */
  inputsHash: Buffer | null;
  /** The last answer, sealed. Null until it is stored. */
  answerSealed: Buffer | null;
  draftSealed: Buffer | null;
  isOver: boolean;
  isExpired: boolean;
};

/** The whole session as the mobile operators limit it. */
const LIFE = '180 seconds';

/** Opens or finds a session and locks it. Concurrent requests of one session wait for each other. */
export async function lockSession(
  tx: Transaction,
  { id, gateway, sessionId, msisdn, serviceCode, networkCode }: Omit<UssdRequest, 'inputs'> & NewSession,
): Promise<Session> {
  await sql`
    insert into ussd_sessions (id, gateway, session_id, msisdn, service_code, network_code)
    values (${id}, ${gateway}, ${sessionId}, ${msisdn}, ${serviceCode}, ${networkCode})
    on conflict (gateway, session_id) do nothing`.execute(tx);
  const { rows } = await sql<Session>`
    select id, msisdn, step, data, input_count as "inputCount", inputs_hash as "inputsHash",
      answer_sealed as "answerSealed", draft_sealed as "draftSealed", is_over as "isOver", created_at < moment() - ${LIFE}::interval as "isExpired"
    from ussd_sessions where gateway = ${gateway} and session_id = ${sessionId} for no key update`.execute(
    tx,
  );
  const [session] = rows;
  if (!session) throw new Error('A USSD session vanished.');
  return session;
}

type NewSession = { id: string; gateway: string };

/** Reads the gift that the caller of a session describes, without a lock. Null if there is none. */
export async function readDraft(
  db: Db,
  { gateway, sessionId, msisdn }: Pick<UssdRequest, 'sessionId' | 'msisdn'> & { gateway: string },
): Promise<Buffer | null> {
  const { rows } = await sql<Pick<Session, 'draftSealed'>>`
    select draft_sealed as "draftSealed" from ussd_sessions
    where gateway = ${gateway} and session_id = ${sessionId} and msisdn = ${msisdn}`.execute(db);
  return rows[0]?.draftSealed ?? null;
}

/** Stores the answer to the inputs so far, with the state for the next one. */
export async function storeAnswer(
  tx: Transaction,
  session: {
    id: string;
    inputCount: number;
    inputsHash: Buffer;
    data: Omit<SessionData, 'buying'>;
    draftSealed: Buffer | null;
    answer: Omit<UssdAnswer, 'text'> & { sealed: Buffer };
  },
): Promise<void> {
  const { id, inputCount, inputsHash, data, draftSealed, answer } = session;
  await sql`
    update ussd_sessions set input_count = ${inputCount}, inputs_hash = ${inputsHash}, step = ${answer.step},
      data = ${JSON.stringify(data)}::jsonb, answer_sealed = ${answer.sealed}, draft_sealed = ${draftSealed}, is_over = ${answer.isLast},
      answered_at = moment(), steps = array_append(steps, ${answer.step}::text)
    where id = ${id}`.execute(tx);
}

/**
 * Finds the gift at which this number's previous session was cut, or the gift that the caller was buying.
 * @param currentId the present session
 * @param withinMinutes time after the cut in which the caller may go on; 0: never
 */
export async function findCutSession(
  db: Db,
  { msisdn, currentId, withinMinutes }: { msisdn: string; currentId: string; withinMinutes: number },
): Promise<Pick<Session, 'data' | 'draftSealed'> | undefined> {
  const { rows } = await sql<Pick<Session, 'data' | 'draftSealed' | 'isOver'>>`
    select data, draft_sealed as "draftSealed", is_over as "isOver" from ussd_sessions
    where msisdn = ${msisdn} and id <> ${currentId} and answered_at > moment() - make_interval(mins => ${withinMinutes})
    order by answered_at desc limit 1`.execute(db);
  const [last] = rows;
  return last === undefined || last.isOver ? undefined : last;
}

/** Reads the language that the owner of a number chose. */
export async function findLanguage(db: Db, msisdn: string): Promise<LanguageName | undefined> {
  const { rows } = await sql<{ language: LanguageName }>`
    select language from ussd_numbers where msisdn = ${msisdn}`.execute(db);
  return rows[0]?.language;
}

export async function storeLanguage(tx: Transaction, msisdn: string, language: LanguageName): Promise<void> {
  await sql`
    insert into ussd_numbers (msisdn, language) values (${msisdn}, ${language})
    on conflict (msisdn) do update set language = excluded.language, used_at = moment()`.execute(tx);
}

/** Records that the number was used, so that its language is kept. */
export async function keepLanguage(tx: Transaction, msisdn: string): Promise<void> {
  await sql`update ussd_numbers set used_at = moment() where msisdn = ${msisdn}`.execute(tx);
}

export async function insertAgreement(
  tx: Transaction,
  { userId, termsVersion }: { userId: string; termsVersion: string },
): Promise<void> {
  await sql`
    insert into ussd_agreements (user_id, terms_version) values (${userId}, ${termsVersion})`.execute(tx);
}

/**
 * Stores how a session ended, how long it took and what it cost. A repeated event, or one of an unknown session, changes
 * nothing.
 * @returns the prompt that is now to be sent
 */
export async function storeEnd(db: Db, gateway: string, end: UssdEnd): Promise<OrderKey | undefined> {
  const { rows } = await sql<{ prompt: OrderKey | null }>`
    update ussd_sessions set ended_as = ${end.endedAs}, cost_cents = ${end.costCents ?? null},
      duration_ms = ${end.durationMs ?? null}
    where gateway = ${gateway} and session_id = ${end.sessionId} and msisdn = ${end.msisdn} and ended_as is null
    returning data -> 'prompt' as prompt`.execute(db);
  return rows[0]?.prompt ?? undefined;
}

/**
 * Deletes old sessions, of which figures are kept, answers of Safaricom about SIM cards, and languages of numbers that have
 * not called for a year. Called by a daily job.
 */
export async function deleteOldSessions(db: Db): Promise<void> {
  await sumUpOldSessions(db);
  await deleteOldFailures(db);
  await deleteOldSims(db);
  await sql`
    delete from ussd_numbers where used_at < moment() - ${RETENTION.ussd_numbers.after}::interval`.execute(
    db,
  );
}
