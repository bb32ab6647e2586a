import type { ContactRecord, HandlerAnswer, showContacts as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findEventText } from '../../merchants/fraud/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { findReview } from '../../services/reviews/index.ts';
import { readDetail } from '../admin-users/index.ts';
import { findCaseText } from '../fraud-cases/index.ts';
import { findNote } from '../notes/index.ts';
import { findItem } from '../reconciliation/index.ts';
import { readRequestRecord } from '../support/index.ts';
import { contactsOfTransaction, findVoucherFacts } from '../transactions/index.ts';

type Labelled = { label: string; value: string | null };

/**
 * Shows the contacts of a record in full. The audit log records which ones, without the contacts themselves.
 * @throws Refusal `not_found`
 */
export async function showContacts(
  { db }: Pick<Deps, 'db'>,
  { record, auditor }: { record: ContactRecord; auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const found = await contactsOf(db, record, auditor.administratorId);
  if (!found) throw new Refusal('not_found');
  const contacts = found.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  const subject = await subjectOf(db, record);
  await inTransaction(db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'contact.shown',
      ...subject,
      after: {
        shown: contacts.map(({ label }) => label),
        ...(record.kind === 'note' && { noteId: record.id }),
        ...('entryId' in record && { entryId: record.entryId }),
      },
    }),
  );
  return { contacts };
}

async function contactsOf(db: Db, record: ContactRecord, readerId: string): Promise<Labelled[] | undefined> {
  switch (record.kind) {
    case 'user':
      return userContacts(db, record.id);
    case 'voucher': {
      const voucher = await findVoucherFacts(db, record.id);
      return (
        voucher && [
          { label: 'Recipient phone', value: voucher.recipientMsisdn },
          { label: 'Recipient email', value: voucher.recipientEmail },
        ]
      );
    }
    case 'transaction':
      return contactsOfTransaction(db, record.type, record.id);
    case 'reconciliation-item': {
      const item = await findItem(db, record.id);
      return item && maskedElsewhere({ Details: item.details, 'Account number': item.accountNumber });
    }
    case 'review': {
      const review = await findReview(db, record.id);
      return review && maskedElsewhere(review.details);
    }
    case 'support-request': {
      const letter = await readRequestRecord(db, record.id);
      if (!letter) return undefined;
      const { subject, message, reference, answer } = letter;
      return maskedElsewhere({ Subject: subject, Message: message, Reference: reference, Answer: answer });
    }
    case 'fraud-alert': {
      const text = await findEventText(db, { subjectId: record.id, eventId: record.entryId });
      return text === undefined ? undefined : maskedElsewhere({ Note: text });
    }
    case 'fraud-case': {
      const found = await findCaseText(db, { caseId: record.id, entryId: record.entryId, readerId });
      return found && maskedElsewhere({ [found.label]: found.text });
    }
    default: {
      const note = await findNote(db, record.id);
      return note && maskedElsewhere({ Note: note.text });
    }
  }
}

/** Returns the texts that contain a contact: others are shown everywhere. */
function maskedElsewhere(texts: Record<string, string | number | null>): Labelled[] {
  return Object.entries(texts).flatMap(([label, value]) =>
    typeof value === 'string' && maskContacts(value) !== value ? [{ label, value }] : [],
  );
}

async function userContacts(db: Db, userId: string): Promise<Labelled[] | undefined> {
  const user = await readDetail(db, userId);
  return (
    user && [
      { label: 'Email', value: user.email },
      { label: 'Phone', value: user.phoneMsisdn },
      { label: 'New email', value: user.pendingEmail },
      { label: 'New phone', value: user.phoneVerified ? user.pendingPhoneMsisdn : null },
    ]
  );
}

/** Returns the subject of the audit entry: for a note, what it is about, whose timeline then has the entry. */
async function subjectOf(db: Db, record: ContactRecord): Promise<{ subjectKind: string; subjectId: string }> {
  const note = record.kind === 'note' ? await findNote(db, record.id) : undefined;
  if (note) return { subjectKind: note.subjectKind, subjectId: note.subjectId };
  return { subjectKind: subjectKindOf(record), subjectId: record.id };
}

function subjectKindOf(record: ContactRecord): string {
  if (record.kind !== 'transaction') return record.kind;
  return record.type === 'Deposit' ? 'purchase' : record.type.toLowerCase();
}
