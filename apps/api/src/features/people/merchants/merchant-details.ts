import {
  shillingsOf,
  type HandlerInput,
  type Merchant,
  type MerchantAtWork,
  type ShopPlace,
  type updateMerchant,
} from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { managedPlaceOf, type Actors } from '../../../http/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../services/postings/index.ts';
import { readMember } from './member-store.ts';
import { readPlace, type PlaceRecord } from './place-store.ts';
import { findMerchantByCode, readMerchant, type MerchantRecord } from './store.ts';

/**
 * Describes a merchant and the amount that Zawadi owes it. Merchants see only themselves, administrators any.
 * A cashier, or a manager of one place, gets only the fields that a till needs.
 * @throws Refusal `not_found` for an unknown code, and for another merchant's code
 */
export async function merchantDetailsOf(
  deps: Pick<Deps, 'db'>,
  request: { actor: Actors['merchant-or-admin']; merchantCode: string },
): Promise<MerchantAtWork> {
  const { actor, merchantCode } = request;
  if (!('merchantId' in actor)) {
    const record = await findMerchantByCode(deps.db, merchantCode);
    if (!record) throw new Refusal('not_found');
    return describe(deps.db, record);
  }
  if (merchantCode !== actor.merchantCode) throw new Refusal('not_found');
  const { mustChangePassword } = actor;
  const [merchant, member] = await Promise.all([
    describeMerchant(deps.db, actor.merchantId),
    readMember(deps.db, actor.staffId),
  ]);
  const ownPlace = await readOwnPlace(deps.db, actor);
  const described = {
    ...merchant,
    mustChangePassword,
    memberName: member?.name,
    ...(ownPlace && { ownPlace }),
  };
  const isAtTill = actor.staffRole === 'cashier' || managedPlaceOf(actor) !== undefined;
  return isAtTill ? tillFieldsOf(described) : described;
}

function tillFieldsOf(merchant: MerchantAtWork): MerchantAtWork {
  const { merchantId, merchantCode, businessName, status, brandingConfig, role } = merchant;
  const { mustChangePassword, memberName, ownPlace } = merchant;
  return {
    merchantId,
    merchantCode,
    businessName,
    status,
    brandingConfig,
    role,
    mustChangePassword,
    memberName,
    ownPlace,
  };
}

async function readOwnPlace(db: Db, { merchantId, placeId }: Actors['merchant']) {
  const place = placeId === null ? undefined : await readPlace(db, { merchantId, placeId });
  return place && { placeId: place.placeId, name: place.name };
}

/**
 * Describes a merchant.
 * @throws Refusal `not_found`
 */
export async function describeMerchant(db: Db, merchantId: string): Promise<Merchant> {
  const record = await readMerchant(db, merchantId);
  if (!record) throw new Refusal('not_found');
  return describe(db, record);
}

async function describe(db: Db, record: MerchantRecord): Promise<Merchant> {
  return describeWith(record, await readBalance(db, { account: account.merchant(record.id) }));
}

/**
 * Describes a merchant without further queries.
 * @param balanceCents the amount that Zawadi owes the merchant
 */
export function describeWith(record: MerchantRecord, balanceCents: bigint): Merchant {
  return {
    merchantId: record.id,
    merchantCode: record.merchantCode,
    businessName: record.businessName,
    contactName: record.contactName,
    contactEmail: record.contactEmail,
    contactPhoneNumber: record.contactPhoneMsisdn,
    status: record.status,
    brandingConfig: brandingOf(record),
    place: placeOf(record),
    createdAt: record.createdAt.toISOString(),
    lastUpdatedAt: record.updatedAt.toISOString(),
    lastLogin: record.lastLoginAt?.toISOString() ?? null,
    currentBalance: shillingsOf(balanceCents),
    role: { name: 'ROLE_MERCHANT' },
    mustChangePassword: record.mustChangePassword,
    apiKey: record.apiKey,
  };
}

/** Returns the details of a place for customers, without empty fields. */
export function placeOf(record: PlaceRecord): ShopPlace {
  return {
    category: record.category ?? undefined,
    town: record.town ?? undefined,
    street: record.street ?? undefined,
    phoneNumber: record.shopPhoneMsisdn ?? undefined,
    mapLink: record.mapLink ?? undefined,
  };
}

/** The place as sent in the API request. */
export type PlaceWanted = NonNullable<HandlerInput<typeof updateMerchant>['body']['place']>;

/** Converts a place from the request: an empty text removes the field, an omitted field stays unchanged. */
export function placeChangesOf(place: PlaceWanted): Partial<PlaceRecord> {
  const { phoneNumber: shopPhoneMsisdn, ...rest } = place;
  const asked = Object.entries({ ...rest, shopPhoneMsisdn }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(asked.map(([name, value]) => [name, value === '' ? null : value]));
}

export function brandingOf({
  primaryColor,
  logoUrl,
}: Pick<MerchantRecord, 'primaryColor' | 'logoUrl'>): Merchant['brandingConfig'] {
  return { primaryColor, ...(logoUrl !== null && { logoUrl }) };
}
