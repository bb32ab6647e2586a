import { shillingsOf, type DayClose } from '@zawadi/contract';
import type { ActorOf } from '../../../http/actor.ts';
import { describeSums } from './open-day.ts';
import type { DayCloseRecord } from './store.ts';

/**
 * Describes a closed day to a person of the shop.
 * @param viewer.isOnlyConfirmer says whether no other owner or manager can confirm closes at a place
 */
export function describeClose(
  record: DayCloseRecord,
  { actor, isOnlyConfirmer }: { actor: ActorOf<'merchant'>; isOnlyConfirmer: (placeId: string) => boolean },
): DayClose {
  const { staffId, cashCents, countedCents, confirmedAt, confirmedBy } = record;
  const isOwn = staffId === actor.staffId;
  return {
    ...describeSums(record),
    closeId: record.closeId,
    number: record.number,
    businessName: record.businessName,
    closedBy: record.closedBy,
    closedAt: record.closedAt.toISOString(),
    counted: shillingsOf(countedCents),
    difference: shillingsOf(countedCents - cashCents),
    note: record.note,
    confirmed:
      confirmedAt === null || confirmedBy === null
        ? undefined
        : {
            by: confirmedBy,
            at: confirmedAt.toISOString(),
            note: record.confirmedNote,
            isBySamePerson: record.confirmedById === staffId,
          },
    canBeConfirmed:
      confirmedAt === null && actor.staffRole !== 'cashier' && (!isOwn || isOnlyConfirmer(record.placeId)),
    isOwn,
  };
}
