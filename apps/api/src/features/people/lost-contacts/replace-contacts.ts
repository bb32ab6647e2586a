import {
  lostContactEvidence,
  lostContactFactWords,
  maskMsisdn,
  administratorRoles,
  uuid,
  type ActionOutcome,
  type HandlerInput,
  type LostContactCase,
  type replaceLostContacts,
} from '@zawadi/contract';
import type { z } from 'zod';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  executeOrRequestApproval,
  type Approvable,
  type ApprovalAction,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import { openNotMeLink } from '../credentials/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import {
  everyContactOf,
  findUsersByVerifiedContact,
  isSameRegisteredName,
  lockUserRecord,
  readProfileFacts,
  type UserRecord,
} from '../users/index.ts';
import { freezeForSupport, noteFrozen } from '../wallet-freeze/index.ts';
import { endStoppedCase, insertCase, readLatestCase } from './store.ts';

const input = lostContactEvidence.extend({ userId: uuid });
type Evidence = z.infer<typeof input>;
type CaseDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

/**
 * Requests a new phone number for a user who has lost phone and email. Always needs two administrators.
 * @throws Refusal `not_found`, `user_name_unproven`, `user_name_differs`, `user_number_taken`,
 * `user_contacts_running`, `approval_open`
 */
export async function requestReplacement(
  deps: CaseDeps,
  asked: { userId: string; body: HandlerInput<typeof replaceLostContacts>['body']; auditor: Auditor },
): Promise<{ action: ActionOutcome }> {
  const { userId, body, auditor } = asked;
  const evidence = { userId, ...body };
  const { firstName, lastName } = await inTransaction(deps.db, (tx) => requireEvidence(tx, evidence));
  const action = await executeOrRequestApproval(deps, replacement(deps), {
    subjectKind: 'user',
    subjectId: userId,
    summary: `Give the account of ${firstName} ${lastName} the number ${maskMsisdn(body.phoneNumber)}`,
    amountCents: 0n,
    reason: body.note,
    input: evidence,
    auditor,
  });
  return { action };
}

/** Returns the actions of this feature that approvals execute. */
export function actions(deps: CaseDeps): Approvable[] {
  return [approvable(replacement(deps))];
}

function replacement(deps: CaseDeps): ApprovalAction<Evidence> {
  return {
    kind: 'lost-contacts',
    schema: input,
    roles: administratorRoles.helping,
    needsTwo: async () => true,
    preview: async (tx, evidence) => {
      const { phoneMsisdn, phoneVerified } = await requireEvidence(tx, evidence);
      const { phoneNumber, registeredName, facts } = evidence;
      return {
        amountCents: 0n,
        way: 'in place of both contacts',
        change: {
          before: { phone: phoneVerified ? maskMsisdn(phoneMsisdn) : null },
          // The approver compares the registered name again.
          after: {
            phone: maskMsisdn(phoneNumber),
            registeredName,
            callerKnew: facts.map((fact) => lostContactFactWords[fact]).join('; '),
          },
        },
      };
    },
    execute: async (tx, { id, input: evidence, reason, auditor }) => {
      await startReplacement(tx, deps, { ...evidence, id });
      const { userId, phoneNumber, facts } = evidence;
      await recordAudit(tx, auditor, {
        action: 'user.contacts-lost',
        subjectKind: 'user',
        subjectId: userId,
        reason,
        after: { phone: maskMsisdn(phoneNumber), facts },
      });
      return async () => {
        forgetLiveSessions(deps.db);
        noteFrozen(userId, 'lost-contacts');
      };
    },
  };
}

/** Freezes the wallet and notifies the old contacts, each of which can stop the case. */
async function startReplacement(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  evidence: Evidence & { id: string },
): Promise<void> {
  const { id, userId, phoneNumber: msisdn, registeredName, facts, note } = evidence;
  const user = await requireEvidence(tx, evidence);
  await endStoppedCase(tx, userId);
  const effectiveAt = await insertCase(tx, { id, userId, msisdn, registeredName, facts, note });
  if (!effectiveAt) throw new Refusal('user_contacts_running');
  const data = {
    phone: maskMsisdn(msisdn),
    effectiveAt: effectiveAt.toISOString(),
    link: await openNotMeLink(tx, deps, { userId, about: 'lost-contacts' }),
  };
  // Notify first: `freezeForSupport` signs all devices out, and signed-out devices get no push message.
  await notify(tx, deps, { template: 'contacts-replaced-asked', data, ...everyContactOf(user) });
  await freezeForSupport(tx, userId);
}

async function requireEvidence(
  tx: Transaction,
  { userId, phoneNumber, registeredName }: Evidence,
): Promise<UserRecord> {
  const user = await lockUserRecord(tx, userId);
  if (!user) throw new Refusal('not_found');
  if ((await readLatestCase(tx, userId))?.state === 'frozen') throw new Refusal('user_contacts_running');
  const { registeredName: proven } = await readProfileFacts(tx, userId);
  if (proven === null) throw new Refusal('user_name_unproven');
  if (!isSameRegisteredName(proven, registeredName)) throw new Refusal('user_name_differs');
  const owners = await findUsersByVerifiedContact(tx, { msisdn: phoneNumber });
  if (owners.length > 0) throw new Refusal('user_number_taken');
  return user;
}

/** Describes the account's latest case, as administrators see it. */
export async function describeLostContacts(db: Db, userId: string): Promise<LostContactCase | undefined> {
  const found = await readLatestCase(db, userId);
  if (!found) return undefined;
  const { state, msisdn, startedAt, effectiveAt } = found;
  return {
    state,
    phone: maskMsisdn(msisdn),
    startedAt: startedAt.toISOString(),
    effectiveAt: effectiveAt.toISOString(),
  };
}
