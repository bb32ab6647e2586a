import { adminLogin, centsOf, changeFeatureSwitch, changeInvoicing } from '@zawadi/contract';
import type { Zawadi } from '@zawadi/sdk';
import { createApiClient } from '@zawadi/story/api-client';
import { DEMO_PASSWORD, welcome, type Person } from '@zawadi/story/people';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import {
  ensurePayoutChannel,
  redeemByHand,
  setShopPlace,
  settle,
  signInMember,
  ensureCashier,
} from '@zawadi/story/shop-steps';
import { readGift, type World } from '@zawadi/story/steps';
import { createDeps } from '../../apps/api/src/app.ts';
import { fundPayoutFloat } from '../../apps/api/src/features/services/postings/index.ts';
import {
  activateMerchant,
  createMerchant,
  findMerchantByCode,
} from '../../apps/api/src/features/people/merchants/index.ts';
import { createAdministrator } from '../../apps/api/src/features/people/administrators/index.ts';
import type { Config } from '../../apps/api/src/config/config.ts';
import { DAY_MS } from '../../apps/api/src/platform/durations.ts';
import { derivedId } from '../../apps/api/src/platform/ids.ts';
import { nairobiDay } from '../../apps/api/src/platform/nairobi-time.ts';
import { SHOPS, type ShopCard } from './history/cast.ts';
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

/** Prefix of idempotency keys. A second run uses the same keys, so its API requests repeat nothing. */
const RUN = 'demo-history';

/**
 * Creates the demo's sign-ins and a short history. The history is played over HTTP, not inserted. After an
 * interruption, call this function again: each step first checks whether its results exist.
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
  await makeBeginning(config, world);
  await switchFeaturesOn(world);
  const amina = await welcome(world.api, world.sandbox, AMINA);
  const brian = await welcome(world.api, world.sandbox, BRIAN);
  await ensureGift(world, amina, {
    recipient: BRIAN,
    amount: 2_000,
    message: 'Hongera! Spend it on something you love.',
    cloth: 'birthday',
  });
  // After a longer history, the recipient's inbox also contains other gifts, so find this gift by its value.
  const { code, claimToken } = await readGift(world, BRIAN, valueOf(config, 2_000));
  const shop = await openShop(world, DEMO_MERCHANT);
  await redeemTwice(shop, code, 350, RUN);
  await ensureClaimed(world, brian, claimToken);
  await ensureWithdrawn(world, brian, 500);
  const thanks = { recipient: AMINA, amount: 5_000, message: 'Asante sana!', cloth: 'asante' } as const;
  await ensureGift(world, brian, thanks);
  await runShop(world, shop);
}

function valueOf({ fees }: Config, amount: number): number {
  return amount - Math.ceil((amount * fees.depositBasisPoints) / 10_000);
}

/** Plays the shop's work, so that none of its screens is empty: issues a voucher, is settled, redeems by hand. */
async function runShop(world: World, shop: Zawadi): Promise<void> {
  const owner = await signInMember(world.api, DEMO_MERCHANT);
  await ensurePayoutChannel(world, owner, DEMO_MERCHANT_PHONE);
  if (SHOPS[0]) await setShopPlace(world, owner, SHOPS[0].place);
  const { code } = await makeVoucher(shop, { amount: 150, name: 'Wanjiku Kariuki', taken: 40 }, RUN);
  const settled = await shop.settlements.page({ limit: 1 });
  if (settled.data.length === 0) await settle(world, DEMO_ADMIN, DEMO_MERCHANT);
  const juma = { merchantCode: DEMO_MERCHANT, name: 'Juma Otieno', handle: 'JUMA', email: 'till@duka.test' };
  const cashier = await ensureCashier(world, owner, juma);
  await redeemByHand(world, cashier, { code, amount: 60, attemptId: derivedId(RUN, 'till') });
}

/** Switches features on that are off in production until an administrator decides. */
async function switchFeaturesOn({ api }: World): Promise<void> {
  const sign = { email: DEMO_ADMIN, password: DEMO_PASSWORD };
  const { accessToken: bearer } = await api.call(adminLogin, { body: sign });
  const body = { name: 'giftPhotos', isOn: true, reason: 'On in the demo' } as const;
  await api.call(changeFeatureSwitch, { body }, { bearer });
}

async function makeBeginning(config: Config, world: World): Promise<void> {
  const deps = createDeps(config, 'seed');
  try {
    await makeAdministrators(deps, world);
    const [demoShop] = SHOPS;
    if (demoShop) await makeMerchant(deps, demoShop);
  } finally {
    await deps.db.destroy();
  }
}

// A year ago, so that every month of the demo's history has its invoices.
const INVOICING = {
  invoicing: {
    seller: { name: 'Zawadi Gifts Ltd', kraPin: 'P051234567X', address: 'Moi Avenue 1, Nairobi' },
    vatBasisPoints: 1_600,
    firstMonth: nairobiDay(new Date(Date.now() - 365 * DAY_MS)).slice(0, 7),
  },
  reason: 'The demo issues invoices',
  basedOn: null,
} as const;

/** Creates the administrators, who set up invoices, switch on the demo's features, and the float for pay-outs. */
export async function makeAdministrators(
  deps: ReturnType<typeof createDeps>,
  { api, sandbox }: World,
): Promise<void> {
  for (const [email, name] of [
    [DEMO_ADMIN, 'Wairimu Kamau'],
    ['admin2@zawadi.test', 'Odhiambo Ouma'],
  ] as const) {
    const request = { email, name, password: DEMO_PASSWORD, staffRole: 'administrator' } as const;
    await createAdministrator(deps, request, 'seed');
  }
  const admin = await api.call(adminLogin, { body: { email: DEMO_ADMIN, password: DEMO_PASSWORD } });
  for (const name of ['basket', 'giftsFromWallet', 'settlementsOnDemand', 'aliases', 'ussd'] as const) {
    const body = { name, isOn: true, reason: 'Shown in the demo' };
    await api.call(changeFeatureSwitch, { body }, { bearer: admin.accessToken });
  }
  await api.call(changeInvoicing, { body: INVOICING }, { bearer: admin.accessToken });
  const { utility, working } = await sandbox.books();
  // The sandbox starts with money in our pay-out accounts, so our books need an entry for this money.
  await fundPayoutFloat(deps, {
    causeId: derivedId('demo-float'),
    amountCents: centsOf(utility + working),
  });
}

/** Creates an active merchant whose owner has the demo's password. */
export async function makeMerchant(deps: ReturnType<typeof createDeps>, shop: ShopCard): Promise<void> {
  // Omit the place: the shop's owner sets it later, signed in.
  const { place: _place, ...card } = shop;
  const known = await findMerchantByCode(deps.db, shop.merchantCode);
  if (known?.status === 'ACTIVE') return;
  const made = known?.id ?? (await createMerchant(deps, { ...card, password: DEMO_PASSWORD })).merchantId;
  await activateMerchant(deps, made);
}
