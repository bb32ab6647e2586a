import { areas } from './areas.ts';

const LOGINS = [areas.ROLE_USER.login, areas.ROLE_MERCHANT.login, areas.ROLE_ADMIN.login] as const;
export type Login = (typeof LOGINS)[number];

/** Area of each sign-in. */
export const areaOfLogin = {
  '/login': 'consumer',
  '/merchant/login': 'merchant',
  '/admin/login': 'admin',
} as const satisfies Record<Login, string>;

/** Reads the sign-in to which a password reset returns; the consumer's by default. */
export function returnSearch(search: Record<string, unknown>): { login?: Login } {
  const login = LOGINS.find((known) => known === search.login);
  return login === undefined || login === '/login' ? {} : { login };
}

/** Reads how to reset a forgotten password: by mail, or by an SMS to the consumer's own number. */
export function forgotSearch(search: Record<string, unknown>): { login?: Login; by?: 'phone' } {
  const { login } = returnSearch(search);
  if (login !== undefined) return { login };
  return search.by === 'phone' ? { by: 'phone' } : {};
}

type ResetSearch = { email: string; phone?: string; merchantCode?: string; login?: Login };

/** Reads the recipient of the reset code, by mail or by SMS; `merchantCode` for a merchant's staff. */
export function resetSearch(search: Record<string, unknown>): ResetSearch {
  return {
    ...returnSearch(search),
    email: typeof search.email === 'string' ? search.email : '',
    ...phoneIn(search.phone),
    ...(typeof search.merchantCode === 'string' ? { merchantCode: search.merchantCode } : {}),
  };
}

/** Reads a phone number, which the router parses as a number. */
function phoneIn(phone: unknown): { phone?: string } {
  if (typeof phone === 'number') return { phone: String(phone) };
  return typeof phone === 'string' ? { phone } : {};
}
