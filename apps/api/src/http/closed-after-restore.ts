import * as contract from '@zawadi/contract';
import type { Audience, Endpoint } from '@zawadi/contract';
import { Refusal } from '../platform/refusal.ts';

const CLOSED_RETRY_SECONDS = 600;

/**
 * Endpoints that an administrator's sign-in and pages need. A refresh is safe: it needs a session, and only
 * administrators can open one.
 */
const OPEN_WHILE_CLOSED: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.adminLogin,
  contract.generateAdminPasswordOtp,
  contract.resetAdminPassword,
  contract.resetAdminPasswordByLink,
  contract.refresh,
  contract.logout,
  contract.publicSettings,
  contract.readLogo,
  contract.readPicture,
]);

/** Endpoints whose path has the audience as a parameter. */
const SIGN_IN_BY_PASSKEY: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.passkeySignInOptions,
  contract.signInByPasskey,
]);

/** Audiences that are always admitted. M-PESA's callbacks must be stored even while the system is closed. */
const OPEN_AUDIENCES: ReadonlySet<Audience> = new Set(['admin', 'provider']);

/** Audiences that include administrators. Only the session shows whether the caller is one. */
const MIXED_AUDIENCES: ReadonlySet<Audience> = new Set(['signed-in', 'merchant-or-admin']);

/**
 * Returns true if a request is refused to every caller while the system is closed after a restore. Balances and
 * vouchers may then be wrong, so only administrators and M-PESA are admitted.
 */
export function isRefusedWhileClosed(endpoint: Endpoint, params: unknown): boolean {
  const { audience } = endpoint;
  if (OPEN_AUDIENCES.has(audience) || MIXED_AUDIENCES.has(audience) || OPEN_WHILE_CLOSED.has(endpoint))
    return false;
  return !isAdministratorsDoor(endpoint, params);
}

/** Returns true for the sign-in by passkey of an administrator, whose path has the audience as a parameter. */
export function isAdministratorsDoor(endpoint: Endpoint, params: unknown): boolean {
  const { audience } = (params ?? {}) as { audience?: unknown };
  return SIGN_IN_BY_PASSKEY.has(endpoint) && audience === 'admin';
}

/** Returns true unless the authenticated caller is a consumer or a merchant's staff. */
export function isForAdministrator({ audience }: Endpoint, actor: unknown): boolean {
  return !MIXED_AUDIENCES.has(audience) || 'administratorId' in Object(actor);
}

/**
 * Refuses a request while the system is closed.
 * @throws Refusal `closed_after_restore`
 */
export async function requireOpen(isClosed: (() => Promise<boolean>) | undefined): Promise<void> {
  if (await isClosed?.())
    throw new Refusal('closed_after_restore', { retryAfterSeconds: CLOSED_RETRY_SECONDS });
}
