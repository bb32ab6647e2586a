import { isDeepStrictEqual } from 'node:util';
import type { AdministratorAccount, ActionOutcome, StaffRole } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { executeOrRequestApproval } from '../../control/approvals/index.ts';
import type { Auditor } from '../../control/audit/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import {
  giveTemporaryPassword,
  listAccounts,
  lockAccount,
  readAccount,
  takeSecondFactorFrom,
  updateAccount,
  type AccountChanges,
  type AccountRecord,
} from './account-store.ts';
import { addAction, needsSecondPerson, roleAction } from './staff-actions.ts';
import { readAdministratorCredentials } from './store.ts';
import { countTemporaryPassword, newTemporaryPassword } from './temporary-password.ts';

type StaffDeps = Pick<Deps, 'db' | 'keys' | 'config'>;
type ForSomebody = { staffId: string; reason: string; auditor: Auditor };

/** All administrators, as one of them sees them. */
export async function listStaff(deps: Pick<Deps, 'db'>, askerId: string): Promise<AdministratorAccount[]> {
  return (await listAccounts(deps.db)).map((record) => describe(record, askerId));
}

/**
 * Makes a sign-in with a temporary password, which is mailed; of a colleague who is to decide about money once a second
 * administrator has approved it.
 * @throws Refusal `administrator_known`, `approval_open`, `too_many_requests`, `overloaded`
 */
export async function addAccount(
  deps: StaffDeps,
  request: { name: string; email: string; staffRole: StaffRole; reason: string; auditor: Auditor },
): Promise<Partial<AdministratorAccount> & { action: ActionOutcome }> {
  const { auditor, reason, ...input } = request;
  await countTemporaryPassword(deps, auditor.staffId);
  if (await readAdministratorCredentials(deps.db, input.email)) throw new Refusal('administrator_known');
  const action = await executeOrRequestApproval(deps, addAction(deps), {
    subjectKind: 'staff',
    subjectId: derivedId('staff', input.email),
    summary: `Add ${input.name} (${input.email}) to the staff as ${input.staffRole}`.slice(0, 400),
    amountCents: 0n,
    reason,
    input,
    auditor,
    needsTwo: needsSecondPerson(input.staffRole),
  });
  if (action.outcome === 'waiting') return { action };
  const added = await readAdministratorCredentials(deps.db, input.email);
  return { ...(await describeAccount(deps.db, added?.id ?? '', auditor)), action };
}

/**
 * Changes name, role and status of another administrator, effective within a second. A role that decides about more money
 * needs the approval of a second administrator.
 * @throws Refusal `not_found`, `own_account`, `forbidden`, `approval_open`
 */
export async function changeAccount(
  deps: StaffDeps,
  { staffId, changes, reason, auditor }: ForSomebody & { changes: AccountChanges },
): Promise<AdministratorAccount & { action: ActionOutcome }> {
  const before = await changeAtOnce(deps, { staffId, changes, reason, auditor });
  const { staffRole } = changes;
  const action =
    staffRole !== undefined && needsSecondPerson(staffRole, before.staffRole)
      ? await executeOrRequestApproval(deps, roleAction(deps), {
          subjectKind: 'staff',
          subjectId: staffId,
          summary: `Make ${before.name}, who is ${before.staffRole}, ${staffRole}`,
          amountCents: 0n,
          reason,
          input: { staffId, staffRole },
          auditor,
          needsTwo: true,
        })
      : ({ outcome: 'done' } as const);
  return { ...(await describeAccount(deps.db, staffId, auditor)), action };
}

/** Everything but a role that needs two. @returns what was there before */
async function changeAtOnce(
  deps: StaffDeps,
  { staffId, changes, reason, auditor }: ForSomebody & { changes: AccountChanges },
): Promise<AccountRecord> {
  const account = await inTransaction(deps.db, async (tx) => {
    const before = await lockOther(tx, { staffId, auditor });
    const { name = before.name, status = before.status } = changes;
    const asked = changes.staffRole ?? before.staffRole;
    const staffRole = needsSecondPerson(asked, before.staffRole) ? before.staffRole : asked;
    const after = { name, staffRole, status };
    const was = { name: before.name, staffRole: before.staffRole, status: before.status };
    // What only asks for another role changes nothing yet.
    if (asked !== staffRole && isDeepStrictEqual(was, after)) return before;
    await updateAccount(tx, { staffId, changerId: auditor.staffId, changes: after, auditor, reason });
    return before;
  });
  forgetLiveSessions(deps.db);
  return account;
}

/**
 * Mails a temporary password and ends every session.
 * @throws Refusal `not_found`, `own_account`, `too_many_requests`, `overloaded`
 */
export async function resetPassword(
  deps: StaffDeps,
  { staffId, reason, auditor }: ForSomebody,
): Promise<AdministratorAccount> {
  if (!(await readAccount(deps.db, staffId))) throw new Refusal('not_found');
  await countTemporaryPassword(deps, auditor.staffId);
  const { password, passwordHash } = await newTemporaryPassword();
  const account = await inTransaction(deps.db, async (tx) => {
    const member = await lockOther(tx, { staffId, auditor });
    const { name, email } = member;
    const link = `${deps.config.publicUrl}/admin/login`;
    const data = { name, email, password, link };
    await notify(tx, deps, { template: 'operator-password-reset', data, email });
    await giveTemporaryPassword(tx, { staffId, auditor, reason, passwordHash });
    return describeAccount(tx, staffId, auditor);
  });
  securityEvent('password.given', { audience: 'admin', account: staffId });
  forgetLiveSessions(deps.db);
  return account;
}

/**
 * For an administrator who has lost the phone: removes the second factor and the passkeys, which may be on that phone. The
 * next sign-in needs no code, and enrols another factor where one is required. Ends every session.
 * @throws Refusal `not_found`, `own_account`, `two_factor_off`
 */
export async function resetTwoFactor(
  deps: StaffDeps,
  { staffId, reason, auditor }: ForSomebody,
): Promise<AdministratorAccount> {
  const account = await inTransaction(deps.db, async (tx) => {
    const member = await lockOther(tx, { staffId, auditor });
    const { email, twoFactorEnabled, passkeys } = member;
    if (!twoFactorEnabled && passkeys.length === 0) throw new Refusal('two_factor_off');
    if (twoFactorEnabled) await notify(tx, deps, { template: 'two-factor-off', data: {}, email });
    for (const label of passkeys) {
      await notify(tx, deps, { template: 'passkey-removed', data: { label }, email });
    }
    await takeSecondFactorFrom(tx, { staffId, auditor, reason });
    return describeAccount(tx, staffId, auditor);
  });
  securityEvent('second-factor.reset', { audience: 'admin', account: staffId });
  forgetLiveSessions(deps.db);
  return account;
}

async function lockOther(
  tx: Transaction,
  { staffId, auditor }: Pick<ForSomebody, 'staffId' | 'auditor'>,
): Promise<AccountRecord> {
  if (staffId === auditor.staffId) throw new Refusal('own_account');
  const account = await lockAccount(tx, staffId);
  if (!account) throw new Refusal('not_found');
  return account;
}

async function describeAccount(
  db: Db,
  staffId: string,
  { staffId: askerId }: Auditor,
): Promise<AdministratorAccount> {
  const account = await readAccount(db, staffId);
  if (!account) throw new Refusal('not_found');
  return describe(account, askerId);
}

function describe(record: AccountRecord, askerId: string): AdministratorAccount {
  const { createdAt, lastLoginAt, passkeys, ...account } = record;
  return {
    ...account,
    hasPasskey: passkeys.length > 0,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLoginAt?.toISOString(),
    isSelf: account.staffId === askerId,
  };
}
