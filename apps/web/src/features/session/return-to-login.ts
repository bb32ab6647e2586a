import { areas } from './areas.ts';

const LOGINS = [areas.ROLE_USER.login, areas.ROLE_MERCHANT.login, areas.ROLE_ADMIN.login] as const;
export type Login = (typeof LOGINS)[number];

/** Whose door a login is. */
export const areaOfLogin = {
  '/login': 'consumer',
  '/merchant/login': 'merchant',
  '/admin/login': 'admin',
} as const satisfies Record<Login, string>;

/** A password reset returns to the login it came from; anything else in the address means the consumer's. */
export function returnSearch(search: Record<string, unknown>): { login?: Login } {
  const login = LOGINS.find((known) => known === search.login);
  return login === undefined || login === '/login' ? {} : { login };
}

/** How a forgotten password is reset: by mail, or by an SMS to the consumer's own number. */
export function forgotSearch(search: Record<string, unknown>): { login?: Login; by?: 'phone' } {
  const { login } = returnSearch(search);
  if (login !== undefined) return { login };
  return search.by === 'phone' ? { by: 'phone' } : {};
}

type ResetSearch = { email: string; phone?: string; merchantCode?: string; login?: Login };

/** Whom the reset code was sent to, by mail or by SMS; `merchantCode` for a merchant's staff. */
export function resetSearch(search: Record<string, unknown>): ResetSearch {
  return {
    ...returnSearch(search),
    email: typeof search.email === 'string' ? search.email : '',
    ...phoneIn(search.phone),
    ...(typeof search.merchantCode === 'string' ? { merchantCode: search.merchantCode } : {}),
  };
}

/** The router reads a phone number in the address as a number. */
function phoneIn(phone: unknown): { phone?: string } {
  if (typeof phone === 'number') return { phone: String(phone) };
  return typeof phone === 'string' ? { phone } : {};
}
