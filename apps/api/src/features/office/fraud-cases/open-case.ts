import {
  normaliseMsisdn,
  type FraudCaseDetail,
  type HandlerInput,
  type openFraudCase as endpoint,
} from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { insertEvent } from '../../merchants/fraud/index.ts';
import { findUsersByVerifiedContact } from '../../people/users/index.ts';
import { CASE_HISTORY, readCase } from './read-cases.ts';
import { insertCase, findCaseRow } from './store.ts';
import { findSubject, readIdentity, type CaseSubject } from './subject-store.ts';

type Input = HandlerInput<typeof endpoint>['body'] & { auditor: Auditor };

/**
 * Opens a case and assigns it to the administrator who opens it. The alerts about its subject are in it from the start.
 * @throws Refusal not_found for an unknown subject, fraud_case_exists, fraud_case_about_you
 */
export async function openCase(db: Db, { caseId, about, text, auditor }: Input): Promise<FraudCaseDetail> {
  const { administratorId } = auditor;
  await inTransaction(db, async (tx) => {
    const subject = await subjectOf(tx, about);
    if (!subject) throw new Refusal('not_found');
    // First, so that the refusal does not tell whether there is a case about the caller.
    if (subject.administratorId === administratorId) throw new Refusal('fraud_case_about_you');
    const identity = await readIdentity(tx, subject);
    const number = await insertCase(tx, { caseId, subject, identity, administratorId });
    if (number === undefined) {
      if (await findCaseRow(tx, { caseId, readerId: administratorId })) return;
      throw new Refusal('fraud_case_exists');
    }
    await insertEvent(tx, { subjectId: caseId, kind: 'opened', administratorId, text }, CASE_HISTORY);
    await recordAudit(tx, auditor, {
      action: 'fraud-case.opened',
      subjectKind: 'fraud-case',
      subjectId: caseId,
      after: { number, ...subject },
    });
  });
  return readCase(db, { caseId, readerId: administratorId });
}

async function subjectOf(db: Db, about: Input['about']): Promise<CaseSubject | undefined> {
  if (about.kind !== 'contact') return findSubject(db, about);
  const msisdn = normaliseMsisdn(about.contact);
  const contact = msisdn === undefined ? { email: about.contact.toLowerCase() } : { msisdn };
  const [user] = await findUsersByVerifiedContact(db, contact);
  return user && { merchantId: null, userId: user.id, administratorId: null };
}
