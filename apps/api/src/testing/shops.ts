import { randomUUID } from 'node:crypto';
import { merchantLogin, redeemAtTill, type MemberRole } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { newId } from '../platform/ids.ts';
import type { Reply } from './call-api.ts';
import type { TestSystem } from './test-system.ts';
import { newTill, type Till } from './tills.ts';

/** A staff member of a merchant, signed in to its portal. */
export type Worker = { bearer: string; staffId: string };

/** A merchant with API access and one signed-in person per role: Njeri Kamau, Moses Maina and Juma Cash. */
export type Shop = Till & Record<MemberRole, Worker>;

type ShopSystem = Pick<TestSystem, 'deps' | 'api' | 'owner'>;

export async function newShop(system: ShopSystem): Promise<Shop> {
  const till = await newTill(system);
  return {
    ...till,
    owner: await signIn(system, till.merchantId, null),
    manager: await hire(system, till.merchantId, 'manager', 'Moses Maina'),
    cashier: await hire(system, till.merchantId, 'cashier', 'Juma Cash'),
  };
}

/** Adds a staff member to a shop and signs them in. */
export async function hire(
  system: ShopSystem,
  merchantId: string,
  role: 'manager' | 'cashier',
  name: string,
): Promise<Worker> {
  const id = newId();
  const handle = id.slice(-12).toUpperCase();
  await system.owner.query(
    `insert into merchant_staff
       (id, merchant_id, handle, role, password_hash, must_change_password, name, email)
     select $1, merchant_id, $3, $4, password_hash, false, $5, $6
     from merchant_staff where merchant_id = $2 and role = 'owner'`,
    [id, merchantId, handle, role, name, `${handle.toLowerCase()}@example.test`],
  );
  return signIn(system, merchantId, handle);
}

async function signIn(
  { api, owner }: ShopSystem,
  merchantId: string,
  handle: string | null,
): Promise<Worker> {
  const { rows } = await owner.query<{ code: string; staffId: string }>(
    `select m.merchant_code as code, ms.id as "staffId"
     from merchants m join merchant_staff ms on ms.merchant_id = m.id
     where m.id = $1 and ms.handle is not distinct from $2`,
    [merchantId, handle],
  );
  const [found] = rows;
  if (!found) throw new Error(`no member signs in as ${handle}`);
  const merchantCode = handle === null ? found.code : `${found.code}.${handle}`;
  const { accessToken } = await api.call(merchantLogin, {
    body: { merchantCode, password: DEMO_PASSWORD },
  });
  return { bearer: accessToken, staffId: found.staffId };
}

/** Redeems a voucher on the till page. By default redeems the whole balance, as a new attempt. */
export function redeemAtTillPage(
  { call }: Pick<TestSystem, 'call'>,
  worker: Worker,
  code: string,
  options: { amount?: number; attemptId?: string } = {},
): Promise<Reply<typeof redeemAtTill>> {
  const { amount, attemptId = randomUUID() } = options;
  return call(redeemAtTill, { body: { code, amount, attemptId } }, { bearer: worker.bearer });
}
