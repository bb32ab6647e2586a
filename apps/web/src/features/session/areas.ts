import { parseUrl } from '@zawadi/contract/parse-url';
import type { RoleName } from '@zawadi/contract/users';

type Area = { login: string; home: string; afterLogout: string; paths: readonly string[] };

/**
 * Each role's sign-in page, home, and area to which it may return. A gift page belongs to no area, but claiming does.
 */
export const areas = {
  ROLE_USER: { login: '/login', home: '/user/dashboard', afterLogout: '/login', paths: ['/dashboard', '/v'] },
  ROLE_MERCHANT: {
    login: '/merchant/login',
    home: '/merchant/dashboard',
    afterLogout: '/merchant/login',
    paths: ['/merchant'],
  },
  ROLE_ADMIN: { login: '/admin/login', home: '/admin', afterLogout: '/login', paths: ['/admin'] },
} as const satisfies Record<RoleName, Area>;

/** Returns the sign-in page of a path. */
export function loginOf(path: string): string {
  if (isWithin(path, '/merchant')) return areas.ROLE_MERCHANT.login;
  if (isWithin(path, '/admin')) return areas.ROLE_ADMIN.login;
  return areas.ROLE_USER.login;
}

/**
 * Returns the destination after signing in: `from`, if it is a path of this site in the role's own area and not a
 * sign-in page.
 * @param from unvalidated, from the address
 */
export function destinationOf(role: RoleName, from: unknown): string {
  const { home, login, paths } = areas[role];
  const path = typeof from === 'string' ? pathOnThisSite(from) : undefined;
  if (path === undefined || isWithin(path, login)) return home;
  return paths.some((area) => isWithin(path, area)) ? path : home;
}

// Resolving against a dummy origin detects every spelling of another site: //host, /\host, javascript:, tabs.
function pathOnThisSite(from: string): string | undefined {
  const url = from.startsWith('/') ? parseUrl(from, HERE) : undefined;
  return url?.origin === HERE ? url.pathname + url.search + url.hash : undefined;
}

const HERE = 'https://here.invalid';

function isWithin(path: string, area: string): boolean {
  const pathname = path.split(/[?#]/u)[0] ?? '';
  return pathname === area || pathname.startsWith(`${area}/`);
}
