import { acknowledgeFraudAlert, fraudAlerts, writeToSupport } from '@zawadi/contract';
import { redeemByHand } from '@zawadi/story/shop-steps';
import { DAY_MS } from '../../../apps/api/src/platform/durations.ts';
import { derivedId } from '../../../apps/api/src/platform/ids.ts';
import { nairobiDay } from '../../../apps/api/src/platform/nairobi-time.ts';
import { SHOPS, type ShopCard } from './cast.ts';
import { openGift } from './consumer-steps.ts';
import type { Step } from './step.ts';
import type { Stage } from './stage.ts';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Redeems a gift through the shop's own system, or by hand at its till. */
export async function redeem(stage: Stage, step: Of<'redeem'>): Promise<void> {
  const gift = await openGift(stage, step.gift);
  if (!gift) return;
  const { merchantCode, cashiers } = shopAt(step.shop);
  const idempotencyKey = `sale-${step.gift}-${step.at.getTime()}`;
  const some = step.amount === undefined ? {} : { amount: step.amount };
  const cashier = step.till === undefined ? undefined : cashiers[step.till];
  if (!cashier) {
    const sale = { amount: step.amount ?? ('all' as const) };
    await systemOf(stage, step.shop).vouchers.redeem(gift.code, sale, { idempotencyKey });
  } else {
    const bearer = await stage.bearerOf({ member: `${merchantCode}.${cashier.handle}` });
    const sale = { code: gift.code, attemptId: derivedId(idempotencyKey) };
    await redeemByHand(stage.past.world, { bearer }, { ...sale, ...some });
  }
  await stage.past.watch();
}

export async function redeemByMistake(stage: Stage, step: Of<'redeem by mistake'>): Promise<void> {
  const gift = await openGift(stage, step.gift);
  if (!gift) return;
  const { vouchers } = systemOf(stage, step.shop);
  const { id, redemption } = await vouchers.redeem(gift.code, { amount: step.amount });
  await vouchers.reverse(id, redemption.id);
}

/** The shop gives a voucher to a regular customer, who spends it at once or never. */
export async function giveVoucher(stage: Stage, step: Of<'shop voucher'>): Promise<void> {
  const { vouchers } = systemOf(stage, step.shop);
  const { code } = await vouchers.create({
    amount: step.amount,
    recipient: { name: step.name },
    message: 'Asante kwa kununua kwetu.',
    expires_at: nairobiDay(new Date(step.at.getTime() + step.validDays * DAY_MS)),
    reference: 'Loyal customers',
  });
  if (step.spends) await vouchers.redeem(code, { amount: 'all' });
}

export async function writeLetter(stage: Stage, step: Of<'write to support'>): Promise<void> {
  const bearer = await stage.bearerOf({ member: shopAt(step.shop).merchantCode });
  const { subject, message } = step;
  await stage.past.world.api.call(writeToSupport, { body: { subject, message } }, { bearer });
}

/** Shop owners acknowledge their alerts without finding a problem. */
export async function acknowledgeAlerts(stage: Stage): Promise<void> {
  const { api } = stage.past.world;
  for (const { merchantCode } of SHOPS) {
    const bearer = await stage.bearerOf({ member: merchantCode });
    const { alerts } = await api.call(fraudAlerts, { query: { state: 'open', limit: 20 } }, { bearer });
    for (const { alertId } of alerts)
      await api.call(acknowledgeFraudAlert, { body: { alertId } }, { bearer });
  }
}

function shopAt(number: number): ShopCard {
  const shop = SHOPS[number];
  if (!shop) throw new Error(`the cast has no shop ${number}`);
  return shop;
}

function systemOf({ shops }: Stage, number: number) {
  const shop = shops[number];
  if (!shop) throw new Error(`shop ${number} has no system`);
  return shop;
}
