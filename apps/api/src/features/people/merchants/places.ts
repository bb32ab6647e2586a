import {
  maskMsisdn,
  PLACES_AT_MOST,
  type addPlace as addEndpoint,
  type HandlerAnswer,
  type HandlerInput,
  type listPlaces,
  type MerchantPlace,
  type OpeningHours,
  type updatePlace,
} from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { placeChangesOf, placeOf } from './merchant-details.ts';
import {
  insertPlace,
  isInUse,
  listPlaceRecords,
  markClosed,
  readPlace,
  readPlaceOfMember,
  updateHoursOfPlace,
  updatePlaceRecord,
  type Place,
} from './place-store.ts';
import type { Changer } from './settings.ts';
import { lockMerchant } from './store.ts';
import { recordActivity, type ActivityKind } from './timeline-store.ts';

type Answer = HandlerAnswer<typeof listPlaces>;

/** Lists a merchant's places; for a member of one place only that place, and its id. */
export async function placesOf(db: Db, { merchantId, staffId }: Changer): Promise<Answer> {
  const [places, ownPlaceId] = await Promise.all([
    describePlaces(db, merchantId),
    readPlaceOfMember(db, staffId),
  ]);
  if (ownPlaceId === null) return { places };
  return { places: places.filter(({ placeId }) => placeId === ownPlaceId), ownPlaceId };
}

/** Lists a merchant's places: open ones before closed ones, the main one first, then by name. */
export async function describePlaces(db: Db, merchantId: string): Promise<MerchantPlace[]> {
  return (await listPlaceRecords(db, merchantId)).map(describe);
}

/**
 * Adds a place.
 * @throws Refusal `place_name_taken`, `places_full`
 */
export async function addPlace(
  deps: Pick<Deps, 'db'>,
  changer: Changer,
  { name, ...wanted }: HandlerInput<typeof addEndpoint>['body'],
): Promise<Answer> {
  const placeId = newId();
  const details = { name, ...detailsOf(wanted) };
  return change(deps, changer, { kind: 'place-added', details }, async (tx) => {
    const open = await requireFreeName(tx, { merchantId: changer.merchantId, name, placeId });
    if (open >= PLACES_AT_MOST) throw new Refusal('places_full');
    await insertPlace(tx, { placeId, merchantId: changer.merchantId, name });
    await updatePlaceRecord(tx, placeId, placeChangesOf(wanted));
  });
}

/**
 * Changes a place, as customers see it.
 * @throws Refusal `not_found`, `place_closed`, `place_name_taken`
 */
export async function changePlace(
  deps: Pick<Deps, 'db'>,
  changer: Changer,
  { placeId, wanted }: { placeId: string; wanted: HandlerInput<typeof updatePlace>['body'] },
): Promise<Answer> {
  const { merchantId } = changer;
  const { name, ...rest } = wanted;
  const details = { ...(name !== undefined && { name }), ...detailsOf(rest) };
  return change(deps, changer, { kind: 'place-changed', details }, async (tx) => {
    await openPlace(tx, { merchantId, placeId });
    if (name !== undefined) await requireFreeName(tx, { merchantId, name, placeId });
    await updatePlaceRecord(tx, placeId, { name, ...placeChangesOf(rest) });
  });
}

/** @throws Refusal `not_found`, `place_closed` */
export async function changeOpeningHours(
  deps: Pick<Deps, 'db'>,
  changer: Changer,
  { placeId, openingHours }: { placeId: string; openingHours: OpeningHours },
): Promise<Answer> {
  const what = { kind: 'opening-hours-changed', details: { placeId, openingHours } } as const;
  return change(deps, changer, what, async (tx) => {
    await openPlace(tx, { merchantId: changer.merchantId, placeId });
    await updateHoursOfPlace(tx, placeId, openingHours);
  });
}

/**
 * Closes a place for good; a repetition does nothing.
 * @throws Refusal `not_found`, `place_is_main`, `place_in_use` while active staff or keys belong to it
 */
export async function closePlace(deps: Pick<Deps, 'db'>, changer: Changer, placeId: string): Promise<Answer> {
  const { merchantId } = changer;
  return change(deps, changer, { kind: 'place-closed', details: { placeId } }, async (tx) => {
    if (!(await readPlace(tx, { merchantId, placeId }))) throw new Refusal('not_found');
    if (placeId === merchantId) throw new Refusal('place_is_main');
    if (await isInUse(tx, placeId)) throw new Refusal('place_in_use');
    await markClosed(tx, placeId);
  });
}

/**
 * Returns the place where a member redeems: the member's own place, or else the one that the device says, or else the
 * main place.
 * @throws Refusal `place_closed` if the device's place is closed or unknown
 */
export async function findWorkplace(
  db: Db,
  { merchantId, staffId, placeId }: Changer & { placeId: string | undefined },
): Promise<string> {
  const own = await readPlaceOfMember(db, staffId);
  if (own !== null) return own;
  if (placeId === undefined) return merchantId;
  return requireOpenPlace(db, { merchantId, placeId });
}

/**
 * Returns the id of an open place of the merchant. In a transaction, lock the merchant first.
 * @throws Refusal `place_closed` for closed and unknown places
 */
export async function requireOpenPlace(db: Db, of: { merchantId: string; placeId: string }): Promise<string> {
  const place = await readPlace(db, of);
  if (place?.closedAt !== null) throw new Refusal('place_closed');
  return place.placeId;
}

async function openPlace(tx: Transaction, of: { merchantId: string; placeId: string }): Promise<void> {
  if (!(await readPlace(tx, of))) throw new Refusal('not_found');
  await requireOpenPlace(tx, of);
}

/** @returns the number of the merchant's open places */
async function requireFreeName(
  tx: Transaction,
  { merchantId, name, placeId }: { merchantId: string; name: string; placeId: string },
): Promise<number> {
  const open = (await listPlaceRecords(tx, merchantId)).filter(({ closedAt }) => closedAt === null);
  const isTaken = open.some(
    (one) => one.placeId !== placeId && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw new Refusal('place_name_taken');
  return open.length;
}

/** Runs a change under the merchant's lock and records its author in the timeline. */
async function change(
  { db }: Pick<Deps, 'db'>,
  changer: Changer,
  what: { kind: ActivityKind; details: Record<string, unknown> },
  run: (tx: Transaction) => Promise<void>,
): Promise<Answer> {
  const { merchantId, staffId } = changer;
  return inTransaction(db, async (tx) => {
    await lockMerchant(tx, merchantId);
    await run(tx);
    await recordActivity(tx, { merchantId, actor: { kind: 'member', id: staffId }, ...what });
    return placesOf(tx, changer);
  });
}

/** Masks the phone number, because the timeline is permanent. */
function detailsOf({ phoneNumber, ...rest }: { phoneNumber: string }): Record<string, unknown> {
  return { ...rest, ...(phoneNumber !== '' && { phoneNumber: maskMsisdn(phoneNumber) }) };
}

function describe(place: Place): MerchantPlace {
  const { placeId, merchantId, name, openingHours, closedAt } = place;
  return {
    ...placeOf(place),
    placeId,
    name,
    isMain: placeId === merchantId,
    openingHours,
    ...(closedAt && { closedAt: closedAt.toISOString() }),
  };
}
