import { isDeepStrictEqual } from 'node:util';
import type { AdministratorAccount, ActionOutcome, AdministratorRole } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { executeOrRequestApproval } from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import {
  giveTemporaryPassword,
  listAccounts,
  lockAccount,
  readAccount,
  updateAccount,
  type AccountChanges,
  type AccountRecord,
} from './account-store.ts';
import { isLastChecker } from './last-checker.ts';
import {
  addAction,
  disableAction,
  factorAction,
  notifyChanged,
  roleNeedsSecondPerson,
  roleAction,
} from './account-actions.ts';
import { readAdministratorCredentials } from './store.ts';
import { countTemporaryPassword, newTemporaryPassword } from './temporary-password.ts';

type AccountDeps = Pick<Deps, 'db' | 'keys' | 'config'>;
type AboutAdministrator = { administratorId: string; reason: string; auditor: Auditor };

/** Lists all administrators and marks the requester's own account. */
export async function listAdministrators(
  deps: Pick<Deps, 'db'>,
  requesterId: string,
): Promise<AdministratorAccount[]> {
  return (await listAccounts(deps.db)).map((record) => describe(record, requesterId));
}

/**
 * Adds an administrator and mails a temporary password. A role that moves money waits for a second
 * administrator's approval.
 * @throws Refusal `administrator_known`, `approval_open`, `too_many_requests`, `overloaded`
 */
export async function addAccount(
  deps: AccountDeps,
  request: { name: string; email: string; staffRole: AdministratorRole; reason: string; auditor: Auditor },
): Promise<Partial<AdministratorAccount> & { action: ActionOutcome }> {
  const { auditor, reason, ...input } = request;
  await countTemporaryPassword(deps, auditor.administratorId);
  if (await readAdministratorCredentials(deps.db, input.email)) throw new Refusal('administrator_known');
  const action = await executeOrRequestApproval(deps, addAction(deps), {
    subjectKind: 'administrator',
    subjectId: derivedId('administrator', input.email),
    summary: `Add the administrator ${input.name} (${input.email}) as ${input.staffRole}`.slice(0, 400),
    amountCents: 0n,
    reason,
    input,
    auditor,
  });
  if (action.outcome === 'waiting') return { action };
  const added = await readAdministratorCredentials(deps.db, input.email);
  return { ...(await describeAccount(deps.db, added?.id ?? '', auditor)), action };
}

/**
 * Changes name, role and status of another administrator, effective within a second. A second administrator
 * approves a role with more rights over money, and a change of the caller's last checker.
 * @throws Refusal `not_found`, `own_account`, `forbidden`, `approval_open`
 */
export async function changeAccount(
  deps: AccountDeps,
  { administratorId, changes, reason, auditor }: AboutAdministrator & { changes: AccountChanges },
): Promise<AdministratorAccount & { action: ActionOutcome }> {
  const { before, waits } = await changeAtOnce(deps, { administratorId, changes, reason, auditor });
  const request = {
    subjectKind: 'administrator',
    subjectId: administratorId,
    amountCents: 0n,
    reason,
    auditor,
  };
  let action: ActionOutcome = { outcome: 'done' };
  if (waits.staffRole !== undefined) {
    action = await executeOrRequestApproval(deps, roleAction(deps), {
      ...request,
      summary: `Make ${before.name}, who is ${before.staffRole}, ${waits.staffRole}`,
      input: { administratorId, staffRole: waits.staffRole },
    });
  }
  if (waits.status === 'DISABLED') {
    action = await executeOrRequestApproval(deps, disableAction(deps), {
      ...request,
      summary: `Disable the account of ${before.name}`,
      input: { administratorId },
    });
  }
  return { ...(await describeAccount(deps.db, administratorId, auditor)), action };
}

type Changed = { before: AccountRecord; waits: Pick<AccountChanges, 'staffRole' | 'status'> };

/** Applies every change that needs no second person. @returns the account before, and the changes that need approval */
async function changeAtOnce(
  deps: AccountDeps,
  { administratorId, changes, reason, auditor }: AboutAdministrator & { changes: AccountChanges },
): Promise<Changed> {
  const changed = await inTransaction(deps.db, async (tx): Promise<Changed> => {
    const before = await lockOther(tx, { administratorId, auditor });
    const waits = await changesNeedingApproval(tx, { before, changes, makerId: auditor.administratorId });
    const { name = before.name } = changes;
    const was = { name: before.name, staffRole: before.staffRole, status: before.status };
    const after = {
      name,
      staffRole: (waits.staffRole === undefined ? changes.staffRole : undefined) ?? before.staffRole,
      status: (waits.status === undefined ? changes.status : undefined) ?? before.status,
    };
    // All changes wait for approval, so there is nothing to write.
    if (Object.keys(waits).length > 0 && isDeepStrictEqual(was, after)) return { before, waits };
    if (after.staffRole !== before.staffRole)
      await notifyChanged(tx, deps, before.email, { becomes: after.staffRole, reason });
    if (after.status === 'DISABLED' && before.status !== 'DISABLED')
      await notifyChanged(tx, deps, before.email, { becomes: 'disabled', reason });
    await updateAccount(tx, {
      administratorId,
      changerId: auditor.administratorId,
      changes: after,
      auditor,
      reason,
    });
    return { before, waits };
  });
  forgetLiveSessions(deps.db);
  return changed;
}

async function changesNeedingApproval(
  tx: Transaction,
  { before, changes, makerId }: { before: AccountRecord; changes: AccountChanges; makerId: string },
): Promise<Changed['waits']> {
  const { staffRole = before.staffRole, status = before.status } = changes;
  const isLast = await isLastChecker(tx, { administratorId: before.administratorId, makerId });
  const isRole =
    roleNeedsSecondPerson(staffRole, before.staffRole) || (isLast && staffRole !== before.staffRole);
  return {
    ...(isRole && { staffRole }),
    ...(isLast && status === 'DISABLED' && { status }),
  };
}

/**
 * Mails a temporary password and ends every session.
 * @throws Refusal `not_found`, `own_account`, `too_many_requests`, `overloaded`
 */
export async function resetPassword(
  deps: AccountDeps,
  { administratorId, reason, auditor }: AboutAdministrator,
): Promise<AdministratorAccount> {
  if (!(await readAccount(deps.db, administratorId))) throw new Refusal('not_found');
  await countTemporaryPassword(deps, auditor.administratorId);
  const { password, passwordHash } = await newTemporaryPassword();
  const account = await inTransaction(deps.db, async (tx) => {
    const { email } = await lockOther(tx, { administratorId, auditor });
    const link = `${deps.config.publicUrl}/admin/login`;
    const data = { email, password, link };
    await notify(tx, deps, { template: 'administrator-password-reset', data, email });
    await giveTemporaryPassword(tx, { administratorId, auditor, reason, passwordHash });
    return describeAccount(tx, administratorId, auditor);
  });
  securityEvent('password.given', { audience: 'admin', account: administratorId });
  forgetLiveSessions(deps.db);
  return account;
}

/**
 * Removes second factor and passkeys of an administrator whose phone is lost, and ends every session. The
 * next sign-in needs no code; where a second factor is required, it enrols a new one. For the caller's last
 * checker a second administrator approves the reset.
 * @throws Refusal `not_found`, `own_account`, `two_factor_off`, `approval_open`
 */
export async function resetTwoFactor(
  deps: AccountDeps,
  { administratorId, reason, auditor }: AboutAdministrator,
): Promise<AdministratorAccount & { action: ActionOutcome }> {
  if (administratorId === auditor.administratorId) throw new Refusal('own_account');
  const account = await readAccount(deps.db, administratorId);
  if (!account) throw new Refusal('not_found');
  if (!account.twoFactorEnabled && account.passkeys.length === 0) throw new Refusal('two_factor_off');
  const action = await executeOrRequestApproval(deps, factorAction(deps), {
    subjectKind: 'administrator',
    subjectId: administratorId,
    summary: `Reset the two-factor authentication of ${account.name}`,
    amountCents: 0n,
    reason,
    input: { administratorId },
    auditor,
  });
  return { ...(await describeAccount(deps.db, administratorId, auditor)), action };
}

async function lockOther(
  tx: Transaction,
  { administratorId, auditor }: Pick<AboutAdministrator, 'administratorId' | 'auditor'>,
): Promise<AccountRecord> {
  if (administratorId === auditor.administratorId) throw new Refusal('own_account');
  const account = await lockAccount(tx, administratorId);
  if (!account) throw new Refusal('not_found');
  return account;
}

async function describeAccount(
  db: Db,
  administratorId: string,
  { administratorId: requesterId }: Auditor,
): Promise<AdministratorAccount> {
  const account = await readAccount(db, administratorId);
  if (!account) throw new Refusal('not_found');
  return describe(account, requesterId);
}

function describe(record: AccountRecord, requesterId: string): AdministratorAccount {
  const { createdAt, lastLoginAt, passkeys, ...account } = record;
  return {
    ...account,
    hasPasskey: passkeys.length > 0,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLoginAt?.toISOString(),
    isSelf: account.administratorId === requesterId,
  };
}
