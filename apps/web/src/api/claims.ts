import type { RoleName } from '@zawadi/contract/users';

export type Claims = {
  sub: string;
  role: RoleName;
  /** Of people who work for a merchant or for the operator; the server decides what each may do. */
  staffRole?: string;
};

/** What an access token says about its owner, unverified: only the server's answers decide what one may do. */
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
