import { areas } from './areas.ts';

const LOGINS = [areas.ROLE_USER.login, areas.ROLE_MERCHANT.login, areas.ROLE_ADMIN.login] as const;
export type Login = (typeof LOGINS)[number];

/** Area of each sign-in page. */
export const areaOfLogin = {
  '/login': 'consumer',
  '/merchant/login': 'merchant',
  '/admin/login': 'admin',
} as const satisfies Record<Login, string>;

/** Reads from the URL the sign-in page to which a password reset returns; default: the consumers'. */
export function returnSearch(search: Record<string, unknown>): { login?: Login } {
  const login = LOGINS.find((known) => known === search.login);
  return login === undefined || login === '/login' ? {} : { login };
}

/** Reads from the URL how to reset a forgotten password: by mail, or by SMS to a consumer's own number. */
export function forgotSearch(search: Record<string, unknown>): { login?: Login; by?: 'phone' } {
  const { login } = returnSearch(search);
  if (login !== undefined) return { login };
  return search.by === 'phone' ? { by: 'phone' } : {};
}

type ResetSearch = { email: string; phone?: string; merchantCode?: string; login?: Login };

/** Reads the recipient of the reset code from the URL: email or phone; `merchantCode` for a merchant's staff. */
export function resetSearch(search: Record<string, unknown>): ResetSearch {
  return {
    ...returnSearch(search),
    email: typeof search.email === 'string' ? search.email : '',
    ...phoneIn(search.phone),
    ...(typeof search.merchantCode === 'string' ? { merchantCode: search.merchantCode } : {}),
  };
}

/** Reads a phone number from the URL; the router parses it as a number. */
function phoneIn(phone: unknown): { phone?: string } {
  if (typeof phone === 'number') return { phone: String(phone) };
  return typeof phone === 'string' ? { phone } : {};
}
