import {
  shillingsOf,
  type HandlerAnswer,
  type LanguageName,
  type merchantOverview as endpoint,
} from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../services/postings/index.ts';
import { countClosesToConfirm } from '../day-closes/index.ts';
import { listFraudAlerts } from '../fraud/index.ts';
import { readMerchant, readPayoutChannel } from '../../people/merchants/index.ts';
import { readBuyerDetails } from '../invoices/index.ts';
import { readOutstanding } from '../merchant-vouchers/index.ts';
import { describeTransaction } from './list-transactions.ts';
import { readBatchedCents, readDays, readFirstSteps, readTotals, type Day } from './overview-store.ts';
import type { Where } from './redemption-totals-store.ts';
import { listTransactions, selectionOf } from './transactions-store.ts';

const DAYS = 14;
const RECENT = 5;

type Answer = HandlerAnswer<typeof endpoint>;

/**
 * Reads the figures of a merchant's dashboard. Computes each from its rows; none is a stored counter.
 * @param where the merchant, or the place of a manager, who sees nothing of the whole merchant
 * @throws Refusal not_found
 */
export async function readOverview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, placeId, language }: Where & { language: LanguageName },
): Promise<Answer> {
  const everything = await selectionOf(db, merchantId, { placeId });
  const isWhole = placeId === undefined;
  const now = clock.now();
  const fortnight = { from: nairobiDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS)), to: nairobiDay(now) };
  const [totals, owedCents, outstanding, days, recent, alerts, closesToConfirm, firstSteps] =
    await Promise.all([
      readTotals(db, { merchantId, placeId }),
      isWhole ? readOwedCents(db, merchantId) : 0n,
      isWhole ? readOutstanding(db, merchantId) : { cents: 0n },
      readDays(db, { merchantId, placeId }, fortnight),
      listTransactions(db, everything, { limit: RECENT }),
      listFraudAlerts(db, {
        merchantId,
        placeId,
        query: { state: 'open', limit: RECENT, cursor: undefined, language },
      }),
      countClosesToConfirm(db, { merchantId, placeId }),
      stepsOf(db, merchantId),
    ]);
  return {
    totalVouchers: totals.vouchers,
    totalRedeemedValue: shillingsOf(totals.redeemedCents),
    pendingSettlements: shillingsOf(owedCents),
    inOwnVouchers: shillingsOf(outstanding.cents),
    today: salesOf(days.at(-1)),
    yesterday: salesOf(days.at(-2)),
    days: days.map((one) => ({ day: one.day, ...salesOf(one) })),
    recentTransactions: recent.map(describeTransaction),
    fraudAlerts: alerts.alerts,
    openFraudAlerts: alerts.openCount,
    closesToConfirm,
    firstSteps,
  };
}

/** Reads the amount that the merchant is owed: its balance plus batches not paid out yet. */
async function readOwedCents(db: Db, merchantId: string): Promise<bigint> {
  const [balanceCents, batchedCents] = await Promise.all([
    readBalance(db, { account: account.merchant(merchantId) }),
    readBatchedCents(db, merchantId),
  ]);
  return balanceCents + batchedCents;
}

async function stepsOf(db: Db, merchantId: string): Promise<Answer['firstSteps']> {
  const [merchant, channel, steps, buyer] = await Promise.all([
    readMerchant(db, merchantId),
    readPayoutChannel(db, merchantId),
    readFirstSteps(db, merchantId),
    readBuyerDetails(db, merchantId),
  ]);
  if (!merchant) throw new Refusal('not_found');
  return {
    hasOwnPassword: !merchant.mustChangePassword,
    hasPayoutChannel: channel !== undefined,
    hasKraPin: buyer.kraPin !== '',
    ...steps,
  };
}

function salesOf(day: Day | undefined): { count: number; amount: number } {
  return { count: day?.count ?? 0, amount: shillingsOf(day?.amountCents ?? 0n) };
}
