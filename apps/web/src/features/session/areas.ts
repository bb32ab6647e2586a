import { parseUrl } from '@zawadi/contract/parse-url';
import type { RoleName } from '@zawadi/contract/users';

type Area = { login: string; home: string; afterLogout: string; paths: readonly string[] };

/**
 * For each role: its sign-in page, home, and the paths to which a sign-in may return. Gift pages (`/v`) are open to
 * all, but claiming a gift needs a consumer's sign-in.
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

/** Returns the sign-in page for the area of a path. */
export function loginOf(path: string): string {
  if (isWithin(path, '/merchant')) return areas.ROLE_MERCHANT.login;
  if (isWithin(path, '/admin')) return areas.ROLE_ADMIN.login;
  return areas.ROLE_USER.login;
}

/**
 * Returns the page to open after signing in: `from`, if it is a path of this site in the role's own area and not a
 * sign-in page; otherwise the role's home.
 * @param from unvalidated value from the URL
 */
export function destinationOf(role: RoleName, from: unknown): string {
  const { home, login, paths } = areas[role];
  const path = typeof from === 'string' ? pathOnThisSite(from) : undefined;
  if (path === undefined || isWithin(path, login)) return home;
  return paths.some((area) => isWithin(path, area)) ? path : home;
}

// Resolving against a dummy origin detects every spelling of a URL on another site: //host, /\host, javascript:, tabs.
function pathOnThisSite(from: string): string | undefined {
  const url = from.startsWith('/') ? parseUrl(from, HERE) : undefined;
  return url?.origin === HERE ? url.pathname + url.search + url.hash : undefined;
}

const HERE = 'https://here.invalid';

function isWithin(path: string, area: string): boolean {
  const pathname = path.split(/[?#]/u)[0] ?? '';
  return pathname === area || pathname.startsWith(`${area}/`);
}
