import type { MerchantMember } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  findFormerAddress,
  findLatestFormer,
  type Claimed,
  type Holder,
  type ResetDelay,
} from '../credentials/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import { hasSecondFactor } from '../sessions/index.ts';
import { recordActivity } from './timeline-store.ts';
import { findMember, readMember, updateMemberPassword, type Member } from './member-store.ts';
import { lockMerchant } from './store.ts';
import { takeBackContactEmail } from './take-back-contact.ts';

/** Describes the person signed in for a merchant. */
export async function describeMember(deps: Pick<Deps, 'db'>, staffId: string): Promise<MerchantMember> {
  const member = await memberOf(deps.db, staffId);
  const { name, email, staffRole, mustChangePassword } = member;
  return {
    staffId,
    signInCode: signInCodeOf(member),
    name,
    email,
    staffRole,
    mustChangePassword,
    twoFactorEnabled: await hasSecondFactor(deps, staffId),
  };
}

/**
 * Finds the signed-in owner or staff member.
 * @throws Refusal `unauthenticated` when the account is gone
 */
export async function memberOf(db: Db, staffId: string): Promise<Member> {
  const member = await readMember(db, staffId);
  if (!member) throw new Refusal('unauthenticated');
  return member;
}

/** Returns the credentials of the account that `memberOf` finds. */
export async function memberHolder(db: Db, staffId: string): Promise<Holder> {
  return holderOf(await memberOf(db, staffId));
}

/** Describes a person who claims this sign-in code and email address, without being signed in. */
export function claimedMember(request: { merchantCode: string; email: string }): Claimed {
  const { merchantCode, email } = request;
  return {
    audience: 'merchant',
    account: merchantCode,
    channel: 'email',
    target: email,
    find: async (db) => {
      const member = await findMember(db, merchantCode);
      if (member?.status !== 'ACTIVE' || member.isContactDoubted) return undefined;
      if (member.email === email && !member.isEmailYoung) return holderOf(member);
      return findFormer(db, member, email);
    },
    readDelay: async (db) => {
      const member = await findMember(db, merchantCode);
      return member?.email === email ? readDelay(db, member) : undefined;
    },
  };
}

/** For a day after a change the former contact can still reset the password. That reset restores the former contact. */
async function findFormer(db: Db, member: Member, email: string): Promise<Holder | undefined> {
  if (!member.isContact) return undefined;
  const changes = await findFormerAddress(db, { audience: 'merchant', email });
  const change = changes.find(({ subjectId }) => subjectId === member.merchantId);
  if (!change) return undefined;
  const holder = holderOf(member);
  return {
    ...holder,
    email,
    savePassword: async (tx, hash, how) => {
      await lockMerchant(tx, member.merchantId);
      await takeBackContactEmail(tx, change);
      await forgetPasskeys(tx, { audience: 'merchant', subjectId: member.staffId });
      await holder.savePassword(tx, hash, how);
    },
  };
}

async function readDelay(db: Db, member: Member): Promise<ResetDelay | undefined> {
  const { emailChangedAt, isEmailYoung, isContact, merchantId } = member;
  if (!emailChangedAt || !isEmailYoung || member.isContactDoubted || member.status !== 'ACTIVE')
    return undefined;
  const from = new Date(emailChangedAt.getTime() + DAY_MS);
  const formerEmail = isContact
    ? await findLatestFormer(db, { audience: 'merchant', subjectId: merchantId })
    : undefined;
  return { language: 'en', from, formerEmail };
}

export function signInCodeOf({ merchantCode, handle }: Pick<Member, 'merchantCode' | 'handle'>): string {
  return handle === null ? merchantCode : `${merchantCode}.${handle}`;
}

function holderOf(member: Member): Holder {
  const { staffId, merchantId, name, businessName, email, passwordHash } = member;
  return {
    id: staffId,
    audience: 'merchant',
    account: signInCodeOf(member),
    email,
    language: 'en',
    ownWords: [name, businessName, signInCodeOf(member), email],
    passwordHash,
    isPasswordDoubted: member.isPasswordDoubted,
    savePassword: (tx, hash) => updateMemberPassword(tx, staffId, { hash, mustChange: false }),
    record: (tx, kind) => recordActivity(tx, { merchantId, actor: { kind: 'member', id: staffId }, kind }),
  };
}
