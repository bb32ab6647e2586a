import { centsOf, shillingsOf, type HandlerAnswer, type settlementSummary } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { readPayoutChannel } from '../../people/merchants/index.ts';
import { readCutOffs, readNextMoments } from './due-store.ts';
import { sumUnbatched } from './entries-store.ts';
import { readFigures } from './list-store.ts';

const DAY_SECONDS = 86_400;

/** Reads the figures above a merchant's list of settlements. */
export async function readSummary(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  merchantId: string,
): Promise<HandlerAnswer<typeof settlementSummary>> {
  const { now } = await readCutOffs(db);
  const maximumCents = centsOf(config.limits.maximumTransaction);
  const [figures, open, channel, [nextMoment]] = await Promise.all([
    readFigures(db, merchantId),
    sumUnbatched(db, merchantId, now, maximumCents),
    readPayoutChannel(db, merchantId),
    readNextMoments(db, merchantId),
  ]);
  return {
    totalSettled: shillingsOf(figures.settledCents),
    pendingSettlements: shillingsOf(figures.pendingCents),
    notYetBatched: open.sumCents > 0n ? shillingsOf(open.sumCents) : 0,
    averageSettlement: inDays(figures.averageSeconds),
    nextSettlementAt: channel && nextMoment?.toISOString(),
    hasPayoutChannel: channel !== undefined,
  };
}

function inDays(seconds: number | null): string | undefined {
  return seconds === null ? undefined : `${(seconds / DAY_SECONDS).toFixed(1)} days`;
}
