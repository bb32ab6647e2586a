import type { LanguageName, MemberRole, AdministratorRole } from '@zawadi/contract';
import { sql } from 'kysely';
import { currentCaller } from '../../../platform/caller.ts';
import type { Db } from '../../../platform/db/database.ts';
import { networkOf } from '../../../platform/net/public-address.ts';

export type SessionAudience = 'consumer' | 'merchant' | 'admin';

/** A usable session: neither ended nor expired, of the current session version, of an account that may sign in. */
export type LiveSession = {
  id: string;
  version: number;
  /** RFC 7638 thumbprint of the only key whose proofs the session accepts; null while it is unbound. */
  keyThumbprint: string | null;
} & (
  | { audience: 'consumer'; userId: string }
  | {
      audience: 'merchant';
      staffId: string;
      merchantId: string;
      merchantCode: string;
      staffRole: MemberRole;
      /** The only place where the member works; null for all places. */
      placeId: string | null;
      mustChangePassword: boolean;
    }
  | {
      audience: 'admin';
      administratorId: string;
      staffRole: AdministratorRole;
      mustChangePassword: boolean;
      hasSecondFactor: boolean;
      /** Whether administrators must have a passkey here and this administrator has none. */
      mustAddPasskey: boolean;
      /** Whether an act of the administrator would extend the session by at least a minute. */
      isExtendable: boolean;
    }
);

type LiveRow = {
  id: string;
  version: number;
  keyThumbprint: string | null;
  audience: SessionAudience;
  subjectId: string;
  merchantId: string | null;
  merchantCode: string | null;
  memberRole: MemberRole | null;
  placeId: string | null;
  mustChangePassword: boolean | null;
  staffRole: AdministratorRole | null;
  hasSecondFactor: boolean;
  mustAddPasskey: boolean;
  isExtendable: boolean;
};

/** Reads a usable session; undefined if the session does not exist or may not be used any more. */
export async function readLiveSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveRow>`
    select s.id, s.session_version as version, s.key_thumbprint as "keyThumbprint", s.audience, s.subject_id as "subjectId",
      m.id as "merchantId", m.merchant_code as "merchantCode", ms.role as "memberRole",
      ms.place_id as "placeId",
      coalesce(ms.must_change_password, a.must_change_password) as "mustChangePassword",
      a.role as "staffRole",
      a.id is not null and exists (
        select from second_factors f where f.subject_id = a.id and f.enabled_at is not null
      ) as "hasSecondFactor",
      a.id is not null
        and exists (select from feature_switches where name = 'requirePasskeys' and is_on)
        and not exists (
          select from passkeys p where p.subject_id = a.id and p.audience = 'admin'
        ) as "mustAddPasskey",
      coalesce(s.expires_at < least(moment() + interval '29 minutes', s.extendable_until), false) as "isExtendable"
    from sessions s
    left join users u on s.audience = 'consumer' and u.id = s.subject_id
      and u.session_version = s.session_version and u.status = 'ACTIVE'
    left join merchant_staff ms on s.audience = 'merchant' and ms.id = s.subject_id
      and ms.session_version = s.session_version and ms.status = 'ACTIVE'
    left join merchants m on m.id = ms.merchant_id and m.status in ('PENDING', 'ACTIVE')
    left join administrators a on s.audience = 'admin' and a.id = s.subject_id
      and a.session_version = s.session_version and a.status = 'ACTIVE'
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > moment()
      and coalesce(u.id, m.id, a.id) is not null`.execute(db);
  const row = rows[0];
  return row && liveSessionOf(row);
}

function liveSessionOf(row: LiveRow): LiveSession | undefined {
  const { subjectId } = row;
  const common = { id: row.id, version: row.version, keyThumbprint: row.keyThumbprint };
  const mustChangePassword = row.mustChangePassword !== false;
  if (row.audience === 'consumer') return { ...common, audience: 'consumer', userId: subjectId };
  if (row.audience === 'admin') {
    const { staffRole, hasSecondFactor, mustAddPasskey, isExtendable } = row;
    if (staffRole === null) return undefined;
    return {
      ...common,
      audience: 'admin',
      administratorId: subjectId,
      staffRole,
      mustChangePassword,
      hasSecondFactor,
      mustAddPasskey,
      isExtendable,
    };
  }
  if (row.merchantId === null || row.merchantCode === null || row.memberRole === null) return undefined;
  return {
    ...common,
    audience: 'merchant',
    staffId: subjectId,
    merchantId: row.merchantId,
    merchantCode: row.merchantCode,
    staffRole: row.memberRole,
    placeId: row.placeId,
    mustChangePassword,
  };
}

export type NewSession = {
  id: string;
  audience: SessionAudience;
  subjectId: string;
  version: number;
  address: string;
  userAgent: string;
  lifetimeHours: number;
  tokenHash: Buffer;
  keyThumbprint: string | null;
};

/**
 * Inserts a session with its first refresh token; writes an audit entry for administrators.
 * @returns false when the account was frozen, or its password changed, since the sign-in was checked
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select open_session(
      ${session.id}, ${session.audience}, ${session.subjectId}, ${session.version}, ${session.address},
      ${session.userAgent}, ${session.lifetimeHours}, ${session.tokenHash}, ${currentCaller().requestId},
      ${session.keyThumbprint}
    ) as "isOpen"`.execute(db);
  return rows[0]?.isOpen === true;
}

/** Counts a failed sign-in of an administrator for the audit log. Ignores an unknown account. */
export async function recordAdministratorFailure(
  db: Db,
  administratorId: string | null,
  what: 'sign-in-failed' | 'second-factor-failed' | 'locked-out',
): Promise<void> {
  const { address, requestId } = currentCaller();
  await sql`
    select record_administrator_failure(${administratorId}, ${what}, ${address}, ${requestId})`.execute(db);
}

/** Extends an administrator's session to 30 minutes from now, but not beyond its maximum age. */
export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await sql`select extend_session(${sessionId})`.execute(db);
}

/** Reads the email address and language for a warning to the owner of a session. */
export async function readSessionOwner(
  db: Db,
  sessionId: string,
): Promise<{ email: string; language: LanguageName; userId: string | null } | undefined> {
  const { rows } = await sql<{ email: string | null; language: LanguageName; userId: string | null }>`
    select coalesce(u.email, ms.email, m.contact_email, a.email) as email, coalesce(u.language, 'en') as language,
      u.id as "userId"
    from sessions s
    left join users u on s.audience = 'consumer' and u.id = s.subject_id
    left join merchant_staff ms on s.audience = 'merchant' and ms.id = s.subject_id
    left join merchants m on m.id = ms.merchant_id
    left join administrators a on s.audience = 'admin' and a.id = s.subject_id
    where s.id = ${sessionId}`.execute(db);
  const owner = rows[0];
  return owner && owner.email !== null ? { ...owner, email: owner.email } : undefined;
}

/** Returns whether the account has signed in from the IP address's network within 30 days. */
export async function isKnownAddress(
  db: Db,
  subject: { audience: SessionAudience; id: string | null; address: string },
): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from sessions
    where subject_id = ${subject.id} and audience = ${subject.audience}
      and created_at > moment() - interval '30 days'`.execute(db);
  const network = networkOf(subject.address);
  return rows.some(({ address }) => networkOf(address) === network);
}

/**
 * Returns whether a session gave a proof within so many minutes, at the sign-in or by a step-up. Refreshing
 * is no proof.
 */
export async function isSessionProven(db: Db, sessionId: string, withinMinutes: number): Promise<boolean> {
  const { rows } = await sql`
    select from sessions where id = ${sessionId} and proven_at > moment() - make_interval(mins => ${withinMinutes})`.execute(
    db,
  );
  return rows.length === 1;
}

/** Records that a session has proven its second factor, or its password if there is none. */
export async function proveSession(db: Db, sessionId: string): Promise<void> {
  await sql`select prove_session(${sessionId})`.execute(db);
}

/**
 * Deletes sessions 30 days after they expire. Keeps the latest session of each account permanently, for its
 * last login.
 */
export async function deleteOldSessions(db: Db): Promise<void> {
  await sql`select delete_old_sessions()`.execute(db);
}
