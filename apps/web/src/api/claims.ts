import type { RoleName } from '@zawadi/contract/users';

export type Claims = {
  sub: string;
  role: RoleName;
  /** Role of a merchant's staff member or of an administrator; the server enforces the permissions of each role. */
  staffRole?: string;
};

/** Reads the claims of an access token without verifying them; only the server verifies them. */
export function claimsOf(accessToken: string): Claims | undefined {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (symbol) =>
      symbol.charCodeAt(0),
    );
    const { sub, role, staffRole } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof sub !== 'string' || !isRole(role)) return undefined;
    return { sub, role, ...(typeof staffRole === 'string' && { staffRole }) };
  } catch {
    return undefined;
  }
}

function isRole(value: unknown): value is RoleName {
  return value === 'ROLE_USER' || value === 'ROLE_MERCHANT' || value === 'ROLE_ADMIN';
}
