import type { MerchantMember } from '@zawadi/contract';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Claimed, Holder } from '../credentials/index.ts';
import { hasSecondFactor } from '../sessions/index.ts';
import { recordActivity } from './activity-store.ts';
import { findMember, readMember, updateMemberPassword, type Member } from './member-store.ts';

/** Who is signed in for a merchant. */
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
 * The signed-in owner or member of staff.
 * @throws Refusal `unauthenticated` when the account is gone
 */
export async function memberOf(db: Db, staffId: string): Promise<Member> {
  const member = await readMember(db, staffId);
  if (!member) throw new Refusal('unauthenticated');
  return member;
}

/** As `memberOf`, as holder of a password. */
export async function memberHolder(db: Db, staffId: string): Promise<Holder> {
  return holderOf(await memberOf(db, staffId));
}

/** Whoever says to have this sign-in code and address. */
export function claimedMember(request: { merchantCode: string; email: string }): Claimed {
  const { merchantCode, email } = request;
  return {
    audience: 'merchant',
    account: merchantCode,
    email,
    find: async (db) => {
      const member = await findMember(db, merchantCode);
      return member?.email === email && member.status === 'ACTIVE' ? holderOf(member) : undefined;
    },
  };
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
    isPasswordDoubted: false,
    savePassword: (tx, hash) => updateMemberPassword(tx, staffId, { hash, mustChange: false }),
    record: (tx, kind) => recordActivity(tx, { merchantId, actor: { kind: 'staff', id: staffId }, kind }),
  };
}
