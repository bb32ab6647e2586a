import { updateSettlementSchedule } from '@zawadi/contract';
import { Refused } from '@zawadi/story/api-client';
import { ensurePayoutChannel, setShopPlace, signInMember, ensureCashier } from '@zawadi/story/shop-steps';
import { ZawadiRefusal, type Zawadi } from '@zawadi/sdk';
import { DAY_MS, HOUR_MS } from '../../../apps/api/src/platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../apps/api/src/platform/nairobi-time.ts';
import { makeMerchant, makeAdministrators } from '../seed.ts';
import { openShop } from '../shop.ts';
import { SHOPS, type ShopCard } from './cast.ts';
import * as consumers from './consumer-steps.ts';
import { openPast, type Past } from './past.ts';
import { planHistory } from './plan.ts';
import { createProgressFile, readProgress, type Progress } from './progress.ts';
import * as shops from './shop-steps.ts';
import type { Step } from './step.ts';
import * as administratorSteps from './administrator-steps.ts';
import { createStage, type Stage } from './stage.ts';

/** How much of the history is played, and the month that is being played, such as "August 2026". */
export type HistoryProgress = { percent: number; month: string };

/**
 * Plays the demo's history through API requests, callbacks and jobs of the product, with the clock at the time of each
 * step. Leaves the clock at the end of the history. After an interruption, it continues after the interrupted step.
 * @throws Error with a sentence when a step is refused or fails
 * @param progressFile stores the progress
 * @param days length of the history
 * @param report called before each percent of the steps
 */
export async function playHistory(input: {
  environment: Record<string, string | undefined>;
  ownerUrl: string;
  dataDir: string;
  progressFile: string;
  days?: number;
  report: (progress: HistoryProgress) => void;
}): Promise<void> {
  const { present, ...earlier } = readProgress(input.progressFile);
  const saveProgress = createProgressFile(input.progressFile);
  const steps = planHistory(new Date(present), input.days);
  const progress = afterInterruption(earlier, steps);
  const first = steps[0]?.at ?? new Date(present);
  const reached = progress.steps === 0 ? undefined : steps[progress.steps - 1]?.at;
  const beginning =
    reached ?? new Date(beginningOfNairobiDay(nairobiDay(first)).getTime() - DAY_MS + 10 * HOUR_MS);
  const past = await openPast(input.environment, { ...input, beginning });
  try {
    await makeAdministrators(past.deps, past.world);
    const systems: Zawadi[] = [];
    for (const shop of SHOPS) systems.push(await openBusiness(past, shop));
    const stage = createStage(past, systems, new Map(progress.gifts));
    const report = onEachPercent(input.report);
    for (const [index, step] of steps.entries()) {
      if (index < progress.steps) continue;
      await past.moveTo(step.at);
      report({ percent: Math.floor((100 * index) / steps.length), month: MONTH.format(step.at) });
      // Save the progress before the step, so that no step is played twice. The sweeps complete an interrupted step.
      const { wasInterrupted } = progress;
      saveProgress({ wasInterrupted, steps: index + 1, gifts: [...stage.gifts] });
      await perform(stage, step).catch((error: unknown) => {
        if (!wasInterrupted || !isAboutMoney(error)) throw failureOf(step, error);
        past.deps.log.warn({ step, err: error }, 'history step skipped: an earlier step was interrupted');
      });
      await past.untilQuiet();
    }
    await past.moveToPresent();
  } finally {
    await past.close();
  }
}

async function openBusiness(past: Past, shop: ShopCard): Promise<Zawadi> {
  const { world, deps } = past;
  await makeMerchant(deps, shop);
  const owner = await signInMember(world.api, shop.merchantCode);
  await ensurePayoutChannel(world, owner, shop.contactPhoneNumber);
  await setShopPlace(world, owner, shop.place);
  const settlementSchedule = { frequency: 'weekly', weekday: 1, hour: 9 } as const;
  await world.api.call(updateSettlementSchedule, { body: { settlementSchedule } }, owner);
  for (const cashier of shop.cashiers)
    await ensureCashier(world, owner, { ...cashier, merchantCode: shop.merchantCode });
  return openShop(world, shop.merchantCode);
}

async function perform(stage: Stage, step: Step): Promise<void> {
  switch (step.kind) {
    case 'join':
      return consumers.join(stage, step);
    case 'gift':
      return consumers.buyGift(stage, step);
    case 'basket':
      return consumers.buyBasket(stage, step);
    case 'gift from wallet':
      return consumers.giveFromWallet(stage, step);
    case 'redeem':
      return shops.redeem(stage, step);
    case 'redeem by mistake':
      return shops.redeemByMistake(stage, step);
    case 'claim':
      return consumers.claimGift(stage, step);
    case 'thank':
      return consumers.thank(stage, step);
    case 'withdraw':
      return consumers.withdraw(stage, step);
    case 'refund':
      return administratorSteps.refund(stage, step);
    case 'shop voucher':
      return shops.giveVoucher(stage, step);
    case 'look at alerts':
      return shops.acknowledgeAlerts(stage);
    case 'stray payment':
      return consumers.payAstray(stage, step);
    case 'resolve stray payment':
      return administratorSteps.resolveStrayPayment(stage, 3);
    case 'book charges':
      return administratorSteps.bookCharges(stage);
    case 'reconcile':
      return administratorSteps.reconcile(stage);
    case 'adjust':
      return administratorSteps.adjust(stage);
    case 'add merchant':
      return administratorSteps.addPendingMerchant(stage);
    case 'open case':
      return administratorSteps.openCase(stage);
    case 'write to support':
      return shops.writeLetter(stage, step);
    case 'answer support':
      return administratorSteps.answerLetters(stage);
  }
}

/**
 * Returns the progress from which an interrupted run continues. The interrupted step is not repeated, because it may
 * have moved money; a sign-up is, because everything later needs the account.
 */
function afterInterruption(
  { steps, gifts, wasInterrupted }: Omit<Progress, 'present'>,
  plan: Step[],
): Omit<Progress, 'present'> {
  const last = plan[steps - 1];
  if (last?.kind === 'join') return { steps: steps - 1, gifts, wasInterrupted };
  return { steps, gifts, wasInterrupted: wasInterrupted || last !== undefined };
}

/** Returns whether the API refused a request for the state of money, not for its sender or form. */
function isAboutMoney(error: unknown): boolean {
  return isRefusal(error) && error.status === CONFLICT;
}

function isRefusal(error: unknown): error is Refused | ZawadiRefusal {
  return error instanceof Refused || error instanceof ZawadiRefusal;
}

function failureOf({ kind, at }: Step, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const what = isRefusal(cause) ? 'was refused' : 'failed';
  return new Error(`the step "${kind}" of ${nairobiDay(at)} ${what}: ${reason}`, { cause });
}

const CONFLICT = 409;

const MONTH = new Intl.DateTimeFormat('en-KE', {
  month: 'long',
  year: 'numeric',
  timeZone: 'Africa/Nairobi',
});

function onEachPercent(report: (progress: HistoryProgress) => void): typeof report {
  let reported = -1;
  return (progress) => {
    if (progress.percent > reported) report(progress);
    reported = progress.percent;
  };
}
