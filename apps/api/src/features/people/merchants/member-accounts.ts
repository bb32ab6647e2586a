import { maskEmail, MEMBERS_AT_MOST, type MemberAccount } from '@zawadi/contract';
import { randomToken } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import {
  atMost,
  countAttempts,
  deleteSecondFactor,
  hasSecondFactor,
  forgetLiveSessions,
  hashPassword,
} from '../sessions/index.ts';
import { recordActivity, type ActivityKind } from './timeline-store.ts';
import { insertMember, updateMemberPassword } from './member-store.ts';
import { signInCodeOf } from './member.ts';
import { mailTemporaryPassword, notifyNewAddress, notifyNewManager } from './member-notices.ts';
import { requireOpenPlace } from './places.ts';
import type { Changer } from './settings.ts';
import {
  countMembers,
  listMemberRecords,
  readMemberRecord,
  updateMemberRecord,
  type MemberChanges,
  type MemberRecord,
} from './member-account-store.ts';
import { lockMerchant, type MerchantRecord } from './store.ts';

const TEMPORARY_PASSWORD_BYTES = 9;
// Limited, because each temporary password is mailed to an email address that the owner typed.
const PASSWORDS_AN_HOUR = atMost(30, 3_600);

type MemberDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

/** Lists all people who may sign in for a merchant: the owner first, then by name. */
export async function listMembers(deps: Pick<Deps, 'db'>, merchantId: string): Promise<MemberAccount[]> {
  return (await listMemberRecords(deps.db, merchantId)).map(describe);
}

/**
 * Adds a staff member and mails a temporary password to the member's own address, or else to the contact's.
 * @throws Refusal `handle_taken`, `staff_full`, `place_closed`, `too_many_requests`, `overloaded`
 */
export async function addMember(
  deps: MemberDeps,
  owner: Changer,
  wanted: {
    name: string;
    handle: string;
    email?: string | undefined;
    staffRole: 'manager' | 'cashier';
    placeId: string | null;
  },
): Promise<MemberAccount> {
  const { merchantId } = owner;
  const { password, passwordHash } = await newTemporaryPassword(deps, merchantId);
  return inTransaction(deps.db, async (tx) => {
    const merchant = await lockedMerchant(tx, merchantId);
    if ((await countMembers(tx, merchantId)) >= MEMBERS_AT_MOST) throw new Refusal('staff_full');
    if (wanted.placeId !== null) await requireOpenPlace(tx, { merchantId, placeId: wanted.placeId });
    const id = newId();
    const isAdded = await insertMember(tx, {
      id,
      merchantId,
      ...wanted,
      passwordHash,
      mustChangePassword: true,
    });
    if (!isAdded) throw new Refusal('handle_taken');
    const added = await memberIn(tx, merchantId, id);
    await record(tx, owner, 'member-added', added, { staffRole: wanted.staffRole });
    await mailTemporaryPassword(tx, deps, 'member-welcome', { merchant, member: added, password });
    // Notify the contact even if a stranger used the owner's session: the new account would be a lasting back door.
    const { businessName, contactEmail: email } = merchant;
    const data = { businessName, signInCode: signInCodeOf(added) };
    await notify(tx, deps, { template: 'member-added', data, email });
    return describe(added);
  });
}

/**
 * Changes a staff member.
 * @throws Refusal `not_found` for the owner, and for staff of other merchants; `place_closed`
 */
export async function changeMember(
  deps: Pick<Deps, 'db' | 'keys'>,
  owner: Changer,
  request: { staffId: string; changes: MemberChanges },
): Promise<MemberAccount> {
  const { staffId, changes } = request;
  const changed = await inTransaction(deps.db, async (tx) => {
    const merchant = await lockedMerchant(tx, owner.merchantId);
    const before = await memberIn(tx, owner.merchantId, staffId);
    const { placeId } = changes;
    if (placeId) await requireOpenPlace(tx, { merchantId: owner.merchantId, placeId });
    const changedAt = await updateMemberRecord(tx, staffId, changes);
    if (changes.status === 'DISABLED') await forgetPasskeys(tx, { audience: 'merchant', subjectId: staffId });
    const { email, ...rest } = changes;
    const details = { ...rest, ...(email !== undefined && { email: email && maskEmail(email) }) };
    await record(tx, owner, 'member-updated', before, details);
    const after = await memberIn(tx, owner.merchantId, staffId);
    await notifyNewAddress(tx, deps, merchant, { before, after });
    if (changedAt && before.staffRole !== 'manager' && after.staffRole === 'manager') {
      await notifyNewManager(tx, deps, merchant, { manager: after, owner, changedAt });
    }
    return describe(after);
  });
  forgetLiveSessions(deps.db);
  return changed;
}

/**
 * Resets the account of a staff member who lost the password or the phone. Mails a temporary password, ends every
 * session, switches the second factor off and removes passkeys.
 * @throws Refusal `not_found` for the owner, and for staff of other merchants, `too_many_requests`, `overloaded`
 */
export async function resetMemberPassword(
  deps: MemberDeps,
  owner: Changer,
  staffId: string,
): Promise<MemberAccount> {
  const { merchantId } = owner;
  await memberIn(deps.db, merchantId, staffId);
  const isTwoFactorOn = await hasSecondFactor(deps, staffId);
  const { password, passwordHash } = await newTemporaryPassword(deps, merchantId);
  const member = await inTransaction(deps.db, async (tx) => {
    const merchant = await lockedMerchant(tx, merchantId);
    await updateMemberPassword(tx, staffId, { hash: passwordHash, mustChange: true });
    await deleteSecondFactor(tx, staffId);
    await forgetPasskeys(tx, { audience: 'merchant', subjectId: staffId });
    const changed = await memberIn(tx, merchantId, staffId);
    await record(tx, owner, 'member-password-reset', changed);
    await mailTemporaryPassword(tx, deps, 'member-password-reset', { merchant, member: changed, password });
    return changed;
  });
  securityEvent('password.given', { audience: 'merchant', account: staffId });
  if (isTwoFactorOn) securityEvent('second-factor.reset', { audience: 'merchant', account: staffId });
  forgetLiveSessions(deps.db);
  return describe(member);
}

async function newTemporaryPassword(
  deps: MemberDeps,
  merchantId: string,
): Promise<{ password: string; passwordHash: string }> {
  const words = ['temporary-password', merchantId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: PASSWORDS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const password = randomToken(TEMPORARY_PASSWORD_BYTES);
  return { password, passwordHash: await hashPassword(password) };
}

/** Locks the merchant, so that concurrent requests cannot exceed the limit on staff. */
async function lockedMerchant(tx: Transaction, merchantId: string): Promise<MerchantRecord> {
  const merchant = await lockMerchant(tx, merchantId);
  if (!merchant) throw new Refusal('not_found');
  return merchant;
}

async function memberIn(
  db: Parameters<typeof readMemberRecord>[0],
  merchantId: string,
  staffId: string,
): Promise<MemberRecord> {
  const member = await readMemberRecord(db, merchantId, staffId);
  if (!member) throw new Refusal('not_found');
  return member;
}

async function record(
  tx: Transaction,
  owner: Changer,
  kind: ActivityKind,
  member: MemberRecord,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordActivity(tx, {
    merchantId: owner.merchantId,
    actor: { kind: 'member', id: owner.staffId },
    kind,
    details: { staffId: member.staffId, signInCode: signInCodeOf(member), ...details },
  });
}

function describe(member: MemberRecord): MemberAccount {
  const { staffId, name, email, staffRole, placeId, status, mustChangePassword } = member;
  return {
    staffId,
    signInCode: signInCodeOf(member),
    name,
    email,
    staffRole,
    placeId,
    status,
    mustChangePassword,
    twoFactorEnabled: member.hasSecondFactor,
    lastLogin: member.lastLoginAt?.toISOString() ?? null,
    createdAt: member.createdAt.toISOString(),
  };
}
