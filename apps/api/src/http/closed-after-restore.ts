import * as contract from '@zawadi/contract';
import type { Audience, Endpoint } from '@zawadi/contract';

/**
 * Calls that an administrator's sign-in and pages need. A refresh needs a session, and only administrators can open
 * one.
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

/** The path contains the audience that signs in. */
const SIGN_IN_BY_PASSKEY: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.passkeySignInOptions,
  contract.signInByPasskey,
]);

/** M-PESA's callbacks must still be stored. */
const OPEN_AUDIENCES: ReadonlySet<Audience> = new Set(['admin', 'provider']);

/** Audiences that include administrators; the session shows which one the caller is. */
const MIXED_AUDIENCES: ReadonlySet<Audience> = new Set(['signed-in', 'merchant-or-admin']);

/**
 * True if a call is refused from any caller while the system is closed after a restore. Balances and vouchers may be
 * wrong then, so only administrators and M-PESA get in.
 */
export function isRefusedWhileClosed(endpoint: Endpoint, params: unknown): boolean {
  const { audience } = endpoint;
  if (OPEN_AUDIENCES.has(audience) || MIXED_AUDIENCES.has(audience) || OPEN_WHILE_CLOSED.has(endpoint))
    return false;
  const { audience: door } = (params ?? {}) as { audience?: unknown };
  return !(SIGN_IN_BY_PASSKEY.has(endpoint) && door === 'admin');
}

/** True unless the authenticated caller is a consumer or a merchant's staff. */
export function isForAdministrator({ audience }: Endpoint, actor: unknown): boolean {
  return !MIXED_AUDIENCES.has(audience) || 'administratorId' in Object(actor);
}
