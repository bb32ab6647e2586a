import { centsOf } from '@zawadi/contract';
import { createDeps } from '../../apps/api/src/app.ts';
import { fundPayoutFloat } from '../../apps/api/src/features/money/postings/index.ts';
import {
  activateMerchant,
  createMerchant,
  findMerchantByCode,
} from '../../apps/api/src/features/merchants/merchants/index.ts';
import { createAdministrator } from '../../apps/api/src/features/access/administrators/index.ts';
import type { Config } from '../../apps/api/src/platform/config.ts';
import { derivedId } from '../../apps/api/src/platform/ids.ts';
import type { Zawadi } from '@zawadi/sdk';
import { createApiClient } from '@zawadi/story/api-client';
import { DEMO_PASSWORD, welcome, type Person } from '@zawadi/story/people';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { payOutTo, redeemByHand, settle, signInMember, welcomeCashier } from '@zawadi/story/shop-steps';
import { readGift, type World } from '@zawadi/story/steps';
import { ensureClaimed, ensureGift, ensureWithdrawn } from './resume.ts';
import { makeVoucher, openShop, redeemTwice } from './shop.ts';

export const DEMO_MERCHANT = 'DUKA001';
export const DEMO_MERCHANT_PHONE = '254700000100';
export const DEMO_ADMIN = 'admin@zawadi.test';

const AMINA: Person = {
  firstName: 'Amina',
  lastName: 'Wanjiru',
  email: 'amina@zawadi.test',
  phoneNumber: '254712000001',
};
const BRIAN: Person = {
  firstName: 'Brian',
  lastName: 'Otieno',
  email: 'brian@zawadi.test',
  phoneNumber: '254712000002',
};

const MERCHANT = {
  businessName: 'Duka la Juma',
  contactName: 'Juma Mwangi',
  contactEmail: 'juma@duka.test',
  contactPhoneNumber: DEMO_MERCHANT_PHONE,
  brandingConfig: { primaryColor: '#7c3a1d' },
  merchantCode: DEMO_MERCHANT,
  password: DEMO_PASSWORD,
};

/** Names what is done by these runs to the API, so that a repetition finds it. */
const RUN = 'demo-history';

/**
 * Makes the demo's sign-ins and gives them a small history. The history is lived through over HTTP, not inserted.
 * Interrupted anywhere, it is simply run again: each step looks for what is there.
 */
export async function seedDemo(input: {
  config: Config;
  apiUrl: string;
  sandboxUrl: string;
  say: (line: string) => void;
}): Promise<void> {
  const { config, apiUrl, sandboxUrl, say } = input;
  const world = {
    api: createApiClient(apiUrl),
    sandbox: createSandboxControl(sandboxUrl),
    sandboxUrl,
    say,
  };
  await makeStaff(config, world);
  const amina = await welcome(world.api, world.sandbox, AMINA);
  const brian = await welcome(world.api, world.sandbox, BRIAN);
  await ensureGift(world, amina, {
    recipient: BRIAN,
    amount: 2_000,
    message: 'Hongera! Spend it on something you love.',
    cloth: 'birthday',
  });
  const { code, claimToken } = await readGift(world, BRIAN);
  const shop = await openShop(world, DEMO_MERCHANT);
  await redeemTwice(shop, code, 350, RUN);
  await ensureClaimed(world, brian, claimToken);
  await ensureWithdrawn(world, brian, 500);
  const thanks = { recipient: AMINA, amount: 5_000, message: 'Asante sana!', cloth: 'asante' } as const;
  await ensureGift(world, brian, thanks);
  await runShop(world, shop);
}

/** The shop gives a voucher away, is settled, and sells by hand, so that something is on each of its screens. */
async function runShop(world: World, shop: Zawadi): Promise<void> {
  const owner = await signInMember(world.api, DEMO_MERCHANT);
  await payOutTo(world, owner, DEMO_MERCHANT_PHONE);
  const { code } = await makeVoucher(shop, { amount: 150, name: 'Wanjiku Kariuki', taken: 40 }, RUN);
  const settled = await shop.settlements.page({ limit: 1 });
  if (settled.data.length === 0) await settle(world, DEMO_ADMIN, DEMO_MERCHANT);
  const juma = { merchantCode: DEMO_MERCHANT, name: 'Juma Otieno', handle: 'JUMA', email: 'till@duka.test' };
  const cashier = await welcomeCashier(world, owner, juma);
  await redeemByHand(world, cashier, { code, amount: 60, attemptId: derivedId(RUN, 'till') });
}

async function makeStaff(config: Config, { sandbox }: World): Promise<void> {
  const deps = createDeps(config, 'seed');
  try {
    for (const [email, name] of [
      [DEMO_ADMIN, 'Wairimu Kamau'],
      ['admin2@zawadi.test', 'Odhiambo Ouma'],
    ] as const) {
      const request = { email, name, password: DEMO_PASSWORD, staffRole: 'administrator' } as const;
      await createAdministrator(deps, request, 'seed');
    }
    const { utility, working } = await sandbox.books();
    // M-PESA's sandbox begins with money in our pay-out accounts; the books must say where it came from.
    await fundPayoutFloat(deps, {
      causeId: derivedId('demo-float'),
      amountCents: centsOf(utility + working),
    });
    await makeMerchant(deps);
  } finally {
    await deps.db.destroy();
  }
}

async function makeMerchant(deps: ReturnType<typeof createDeps>): Promise<void> {
  const known = await findMerchantByCode(deps.db, DEMO_MERCHANT);
  if (known?.status === 'ACTIVE') return;
  await activateMerchant(deps, known?.id ?? (await createMerchant(deps, MERCHANT)).merchantId);
}
