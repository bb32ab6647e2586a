import type { HandlerInput, handOverSupportRequest, SupportRequest } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { everyContactOf, lockUserRecord } from '../../people/users/index.ts';
import { addNote } from '../notes/index.ts';
import { describe } from './list-letters.ts';
import { markAnswered, readRequestRecord, setAssigned, setDesk, type RequestRecord } from './store.ts';

type LetterDeps = Pick<Deps, 'db' | 'keys' | 'config'>;
type Worked = { id: string; auditor: Auditor };

const subjectOf = (id: string) => ({ subjectKind: 'support-request', subjectId: id }) as const;

/**
 * Marks a letter as answered, and sends the answer to its writer. A second time changes and sends nothing.
 * @throws Refusal `not_found`
 */
export async function answerLetter(
  deps: LetterDeps,
  { id, answer, auditor }: Worked & { answer?: string | undefined },
): Promise<SupportRequest> {
  return inTransaction(deps.db, async (tx) => {
    const isFirst = await markAnswered(tx, { id, administratorId: auditor.administratorId, answer });
    const record = await requireLetter(tx, id);
    if (!isFirst) return describe(record);
    if (answer !== undefined) {
      const notice = await noticeOf(tx, deps, record, answer);
      if (notice) await notify(tx, deps, notice);
    }
    await recordAudit(tx, auditor, { action: 'support-request.answered', ...subjectOf(id) });
    return describe(record);
  });
}

/** The message with an answer; undefined if the writer's account is gone. */
async function noticeOf(
  tx: Transaction,
  { config }: LetterDeps,
  { id, subject, userId, writerEmail }: RequestRecord,
  answer: string,
): Promise<Notice | undefined> {
  if (userId === null) {
    const link = `${config.publicUrl}/merchant/dashboard/support`;
    const data = { subject, answer, link };
    return { template: 'support-answer', data, email: writerEmail ?? undefined };
  }
  const user = await lockUserRecord(tx, userId);
  if (!user) return undefined;
  const data = { subject, answer, link: `${config.publicUrl}/dashboard/support` };
  const contacts = everyContactOf(user);
  // An answer may name payments, so it goes to proven contacts only.
  const email = user.emailVerified ? contacts.email : undefined;
  return { template: 'letter-answered', data, ...contacts, email, dedupeKey: id };
}

/**
 * Assigns a letter to the administrator, or ends the assignment.
 * @throws Refusal `not_found`, `letter_answered`
 */
export async function assignLetter(
  deps: LetterDeps,
  { id, isMine, auditor }: Worked & { isMine: boolean },
): Promise<SupportRequest> {
  return inTransaction(deps.db, async (tx) => {
    const isChanged = await setAssigned(tx, {
      id,
      administratorId: isMine ? auditor.administratorId : null,
    });
    const record = await requireOpen(tx, id);
    if (isChanged) {
      const action = isMine ? 'support-request.taken' : 'support-request.given-back';
      await recordAudit(tx, auditor, { action, ...subjectOf(id) });
    }
    return describe(record);
  });
}

/**
 * Hands a letter to finance, or back to support. The note says why. A repeated noteId changes nothing.
 * @throws Refusal `not_found`, `letter_answered`
 */
export async function handOverLetter(
  deps: LetterDeps,
  { id, to, noteId, note, auditor }: Worked & HandlerInput<typeof handOverSupportRequest>['body'],
): Promise<SupportRequest> {
  return inTransaction(deps.db, async (tx) => {
    await requireOpen(tx, id);
    const added = { noteId, text: note, documentIds: [], auditor, ...subjectOf(id) };
    if (await addNote(tx, added)) {
      if (!(await setDesk(tx, id, to))) throw new Refusal('letter_answered');
      const action = 'support-request.handed-over';
      await recordAudit(tx, auditor, { action, ...subjectOf(id), after: { to } });
    }
    return describe(await requireLetter(tx, id));
  });
}

async function requireLetter(tx: Transaction, id: string): Promise<RequestRecord> {
  const record = await readRequestRecord(tx, id);
  if (!record) throw new Refusal('not_found');
  return record;
}

async function requireOpen(tx: Transaction, id: string): Promise<RequestRecord> {
  const record = await requireLetter(tx, id);
  if (record.status === 'ANSWERED') throw new Refusal('letter_answered');
  return record;
}
