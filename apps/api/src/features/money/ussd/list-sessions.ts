import {
  maskMsisdn,
  type HandlerAnswer,
  type listUssdSessions as endpoint,
  type UssdSession,
  type UssdSessions,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { findUsersByVerifiedContact } from '../../people/users/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { listStoredSessions, type StoredSession } from './sessions-store.ts';
import { findLanguage } from './store.ts';

/** Most sessions shown of the seven days for which sessions are kept. */
const SHOWN = 50;

/** Lists the sessions of a number, newest first, and the language that its owner chose. */
export async function sessionsOf(db: Db, msisdn: string): Promise<UssdSessions> {
  const found = await listStoredSessions(db, msisdn, SHOWN + 1);
  return {
    language: await findLanguage(db, msisdn),
    sessions: found.slice(0, SHOWN).map(describeSession),
    isMore: found.length > SHOWN,
  };
}

/**
 * Lists the sessions of any number, also of one without an account. The audit log records each reading, with the account
 * that has proven the number or with the masked number.
 */
export async function readSessionsOfNumber(
  { db }: Pick<Deps, 'db'>,
  { phoneNumber, auditor }: { phoneNumber: string; auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const answer = await sessionsOf(db, phoneNumber);
  const [owner] = await findUsersByVerifiedContact(db, { msisdn: phoneNumber });
  const masked = maskMsisdn(phoneNumber);
  await inTransaction(db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'ussd.sessions-read',
      ...(owner ? { subjectKind: 'user', subjectId: owner.id } : { subjectKind: 'phone', subjectId: masked }),
      after: { sessions: answer.sessions.length },
    }),
  );
  return { ...answer, phoneNumber: masked, userId: owner?.id };
}

function describeSession(session: StoredSession): UssdSession {
  const { id, startedAt, networkCode, steps, outcome, durationMs, costCents } = session;
  return {
    sessionId: id,
    startedAt: startedAt.toISOString(),
    networkCode,
    steps,
    end: endOf(session),
    outcome: outcome ?? undefined,
    durationSeconds: Math.round(durationMs / 1_000),
    costCents: costCents ?? undefined,
  };
}

function endOf({ endedAs, isOver, isExpired }: StoredSession): UssdSession['end'] {
  if (endedAs === 'Failed') return 'failed';
  if (isOver) return 'last-screen';
  if (endedAs !== null) return 'left';
  return isExpired ? 'timed-out' : 'open';
}
