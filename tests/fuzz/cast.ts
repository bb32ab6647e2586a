import type { Endpoint, AdministratorRole } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { authorizationOf } from '@zawadi/story/request';
import { Refusal } from '../../apps/api/src/platform/refusal.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { makeGift, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { newAdministrator } from '../../apps/api/src/testing/settlement-calls.ts';
import { newShop, type Shop } from '../../apps/api/src/testing/shops.ts';
import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';
import type { Pool } from './pool.ts';
import type { Own } from './values.ts';

const ADMINISTRATOR_ROLES = ['administrator', 'finance', 'support', 'read-only'] as const;
const ROLES = [
  'none',
  'garbage',
  'consumer',
  'owner',
  'manager',
  'cashier',
  'machine',
  ...ADMINISTRATOR_ROLES,
] as const;
type Role = (typeof ROLES)[number];

export type Caller = { role: Role; authorization?: string; own: Own; calls: number };

/**
 * Codes of refusals that mean that a caller's session, account or merchant can do nothing more, often because of
 * another caller.
 */
const OUT = [
  'unauthenticated',
  'session_expired',
  'account_frozen',
  'merchant_not_active',
  'must_change_password',
  'address_not_allowed',
];
/** Replace a caller after this many requests, because an account's rate limits would refuse most of a long run. */
const CALLS_PER_CALLER = 250;

/** Creates a caller for every role. Replaces a caller whose requests would all be refused. */
export async function createCast(system: TestSystem, pool: Pool) {
  const callers = new Map<Role, Caller>();
  const replacing = new Map<Role, Promise<void>>();
  let replaced = 0;

  async function join(role: Role): Promise<void> {
    callers.set(role, { calls: 0, role, ...(await sign(role)) });
  }

  async function sign(role: Role): Promise<Pick<Caller, 'authorization' | 'own'>> {
    if (role === 'none') return { own: {} };
    if (role === 'garbage') return { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.', own: {} };
    if (role === 'consumer') return signConsumer();
    if (isAdministratorRole(role)) {
      const { bearer } = await newAdministrator(system, role);
      return { authorization: authorizationOf({ bearer }), own: { accessToken: bearer } };
    }
    return signShop(await newShop(system), role);
  }

  async function signConsumer(): Promise<Pick<Caller, 'authorization' | 'own'>> {
    // Reset the settings: fuzzing administrators would sooner or later set limits that refuse every request.
    await system.owner.query('delete from setting_versions');
    await system.owner.query('update feature_switches set is_on = true');
    const person = await newConsumer(system);
    for (const amount of [1_000, 40, 5_000]) {
      const gift = await giftFor(person, amount);
      if (!gift) break;
      for (const [name, text] of Object.entries(gift)) pool.add(name, String(text));
      pool.add('id', gift.code);
    }
    const own = { userId: person.user.id, accessToken: person.bearer };
    return { authorization: authorizationOf({ bearer: person.bearer }), own };
  }

  /** Makes a gift; returns undefined while the API still applies limits that were just reset. */
  function giftFor(recipient: SignedIn, amount: number): Promise<Gift | undefined> {
    return makeGift(system, { amount, recipient, buyerId: recipient.user.id }).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
  }

  async function signShop(
    shop: Shop,
    role: 'owner' | 'manager' | 'cashier' | 'machine',
  ): Promise<Pick<Caller, 'authorization' | 'own'>> {
    pool.add('merchantId', shop.merchantId);
    const { rows } = await system.owner.query<{ merchantCode: string; apiKey: string }>(
      'select merchant_code as "merchantCode", api_key as "apiKey" from merchants where id = $1',
      [shop.merchantId],
    );
    const own = { ...rows[0] };
    if (role === 'machine') return { authorization: authorizationOf({ basic: shop.basic }), own };
    const { bearer } = shop[role];
    return { authorization: authorizationOf({ bearer }), own: { ...own, accessToken: bearer } };
  }

  async function replace(role: Role): Promise<void> {
    const running = replacing.get(role) ?? join(role).finally(() => replacing.delete(role));
    replacing.set(role, running);
    replaced += 1;
    await running;
  }

  for (const role of ROLES) await join(role);
  return {
    callers: ROLES,
    replaced: () => replaced,
    get: (role: Role): Caller => {
      const caller = callers.get(role);
      if (!caller) throw new Error(`no caller has the role ${role}`);
      return caller;
    },
    /** Notes the answer to a valid request of a caller's role, and replaces the caller if needed. */
    heard: async (caller: Caller, code: string): Promise<void> => {
      if (callers.get(caller.role) !== caller) return;
      caller.calls += 1;
      const isOut = OUT.includes(code) && caller.role !== 'none' && caller.role !== 'garbage';
      if (isOut || caller.calls >= CALLS_PER_CALLER) await replace(caller.role);
    },
  };
}

/** Returns the roles that may call an endpoint. */
export function rolesFor(endpoint: Endpoint): readonly Role[] {
  const admitted = 'roles' in endpoint ? (endpoint.roles as readonly string[]) : [];
  switch (endpoint.audience) {
    case 'anyone':
    case 'provider':
      return ['none', 'consumer'];
    case 'consumer':
      return ['consumer'];
    case 'machine':
      return ['machine'];
    case 'signed-in':
      return ROLES.filter((role) => role !== 'none' && role !== 'garbage' && role !== 'machine');
    default:
      return ROLES.filter((role) => admitted.includes(role));
  }
}

function isAdministratorRole(role: Role): role is AdministratorRole {
  return (ADMINISTRATOR_ROLES as readonly string[]).includes(role);
}
