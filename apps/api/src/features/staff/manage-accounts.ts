import type { AdministratorAccount, StaffRole } from '@zawadi/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAudit, type AuditRecord, type Auditor } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { deleteSecondFactor, forgetLiveSessions } from '../sessions/index.ts';
import {
  endSessions,
  listAccounts,
  lockAccount,
  readAccount,
  updateAccount,
  type AccountChanges,
  type AccountRecord,
} from './account-store.ts';
import { insertAdministrator, updatePassword } from './store.ts';
import { newTemporaryPassword } from './temporary-password.ts';

type StaffDeps = Pick<Deps, 'db' | 'keys' | 'config'>;
type ForSomebody = { staffId: string; reason: string; auditor: Auditor };

/** Everybody who works for the operator, as one of them sees it. */
export async function listStaff(deps: Pick<Deps, 'db'>, askerId: string): Promise<AdministratorAccount[]> {
  return (await listAccounts(deps.db)).map((record) => describe(record, askerId));
}

/**
 * Makes a sign-in with a temporary password, which is mailed.
 * @throws Refusal `administrator_known`, `too_many_requests`, `overloaded`
 */
export async function addAccount(
  deps: StaffDeps,
  request: { name: string; email: string; staffRole: StaffRole; auditor: Auditor },
): Promise<AdministratorAccount> {
  const { auditor, ...wanted } = request;
  const { password, passwordHash } = await newTemporaryPassword(deps, auditor.staffId);
  const staffId = newId();
  return inTransaction(deps.db, async (tx) => {
    const made = { passwordHash, mustChangePassword: true, letInBy: auditor.staffId };
    if (!(await insertAdministrator(tx, { id: staffId, ...wanted, ...made })))
      throw new Refusal('administrator_known');
    await tellPassword(tx, deps, 'operator-welcome', wanted, password);
    await audit(tx, auditor, { action: 'staff.created', subjectId: staffId, after: wanted });
    return describeAccount(tx, staffId, auditor);
  });
}

/**
 * Name, role and status of somebody else. They bite within a second.
 * @throws Refusal `not_found`, `own_account`, `forbidden`
 */
export async function changeAccount(
  deps: Pick<Deps, 'db'>,
  { staffId, changes, reason, auditor }: ForSomebody & { changes: AccountChanges },
): Promise<AdministratorAccount> {
  const changed = await inTransaction(deps.db, async (tx) => {
    const before = await lockOther(tx, { staffId, auditor });
    const { name = before.name, staffRole = before.staffRole, status = before.status } = changes;
    const isChanged = await updateAccount(tx, { staffId, changerId: auditor.staffId, changes });
    // Whoever asks was disabled, or got another role, a moment ago.
    if (!isChanged) throw new Refusal('forbidden');
    const as = { ACTIVE: 'staff.enabled', DISABLED: 'staff.disabled' } as const;
    await audit(tx, auditor, {
      action: status === before.status ? 'staff.updated' : as[status],
      subjectId: staffId,
      reason,
      before: { name: before.name, staffRole: before.staffRole, status: before.status },
      after: { name, staffRole, status },
    });
    return describeAccount(tx, staffId, auditor);
  });
  forgetLiveSessions(deps.db);
  return changed;
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
  const { password, passwordHash } = await newTemporaryPassword(deps, auditor.staffId);
  const account = await inTransaction(deps.db, async (tx) => {
    const member = await lockOther(tx, { staffId, auditor });
    await updatePassword(tx, staffId, { hash: passwordHash, mustChange: true });
    await tellPassword(tx, deps, 'operator-password-reset', member, password);
    await audit(tx, auditor, { action: 'staff.temporary-password', subjectId: staffId, reason });
    return describeAccount(tx, staffId, auditor);
  });
  forgetLiveSessions(deps.db);
  return account;
}

/**
 * For somebody who has lost the phone: the next sign-in needs no code, and where a second factor is required, enrols
 * another one. Ends every session.
 * @throws Refusal `not_found`, `own_account`, `two_factor_off`
 */
export async function resetTwoFactor(
  deps: StaffDeps,
  { staffId, reason, auditor }: ForSomebody,
): Promise<AdministratorAccount> {
  const account = await inTransaction(deps.db, async (tx) => {
    const member = await lockOther(tx, { staffId, auditor });
    if (!member.twoFactorEnabled) throw new Refusal('two_factor_off');
    await deleteSecondFactor(tx, staffId);
    await endSessions(tx, staffId);
    await notify(tx, deps, { template: 'two-factor-off', data: {}, email: member.email });
    await audit(tx, auditor, { action: 'staff.two-factor-reset', subjectId: staffId, reason });
    return describeAccount(tx, staffId, auditor);
  });
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

async function audit(
  tx: Transaction,
  auditor: Auditor,
  record: Omit<AuditRecord, 'subjectKind'>,
): Promise<void> {
  await recordAudit(tx, auditor, { subjectKind: 'staff', ...record });
}

async function tellPassword(
  tx: Transaction,
  deps: StaffDeps,
  template: 'operator-welcome' | 'operator-password-reset',
  { name, email }: { name: string; email: string },
  password: string,
): Promise<void> {
  const link = `${deps.config.publicUrl}/admin/login`;
  await notify(tx, deps, { template, data: { name, email, password, link }, email });
}

async function describeAccount(
  tx: Transaction,
  staffId: string,
  { staffId: askerId }: Auditor,
): Promise<AdministratorAccount> {
  const account = await readAccount(tx, staffId);
  if (!account) throw new Refusal('not_found');
  return describe(account, askerId);
}

function describe(record: AccountRecord, askerId: string): AdministratorAccount {
  const { createdAt, lastLoginAt, ...account } = record;
  return {
    ...account,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLoginAt?.toISOString(),
    isSelf: account.staffId === askerId,
  };
}
