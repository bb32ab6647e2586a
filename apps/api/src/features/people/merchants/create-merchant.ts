import { randomInt } from 'node:crypto';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import { hashPassword } from '../sessions/index.ts';
import { placeChangesOf, type PlaceWanted } from './merchant-details.ts';
import { fetchLogo, unknownLogo } from './fetch-logo.ts';
import { storeLogo } from './logo.ts';
import { newApiKey, newApiSecret } from './api-credentials.ts';
import { recordActivity } from './timeline-store.ts';
import { insertMember } from './member-store.ts';
import { insertMerchant, updateMerchantRecord, type NewMerchant } from './store.ts';

const DEFAULT_COLOR = '#007BFF';
const CODES_TO_TRY = 20;
const TEMPORARY_PASSWORD_BYTES = 12;

export type MerchantRequest = {
  businessName: string;
  contactName: string;
  /** In lower case. */
  contactEmail: string;
  /** 254XXXXXXXXX. */
  contactPhoneNumber: string;
  brandingConfig?: {
    primaryColor?: string;
    /** Address of a picture, which is fetched and stored. */
    logoUrl?: string;
  };
  place?: PlaceWanted;
  /** Chosen merchant code; by default derived from the business name. */
  merchantCode?: string;
  /** Owner's password; by default a temporary one is made and mailed. */
  password?: string;
  /** The administrator who adds the merchant; undefined if the product itself does. */
  addedBy?: Auditor;
};

export type CreatedMerchant = { merchantId: string; merchantCode: string; apiKey: string; apiSecret: string };

/**
 * Adds a PENDING merchant with its owner's sign-in, and mails the owner a temporary password unless the
 * caller sets one. The API secret is in the answer only.
 * @throws Refusal `logo_not_fetched`, `picture_unreadable`, `overloaded`, `validation_failed` for another merchant's logo
 * @throws Error when the given merchant code is taken
 */
export async function createMerchant(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: MerchantRequest,
): Promise<CreatedMerchant> {
  const password = request.password ?? randomToken(TEMPORARY_PASSWORD_BYTES);
  const passwordHash = await hashPassword(password);
  const apiSecret = newApiSecret(deps);
  const { logoUrl = '' } = request.brandingConfig ?? {};
  const logo = await fetchLogo(deps.config, logoUrl);
  if (logo === undefined && logoUrl !== '') throw unknownLogo();
  return inTransaction(deps.db, async (tx) => {
    const merchant = await insertWithFreeCode(tx, deps, request, tokenHash(apiSecret));
    await insertMember(tx, {
      id: newId(),
      merchantId: merchant.id,
      staffRole: 'owner',
      passwordHash,
      mustChangePassword: request.password === undefined,
    });
    if (logo) await storeLogo(tx, merchant.id, logo);
    if (request.place) await updateMerchantRecord(tx, merchant.id, placeChangesOf(request.place));
    if (request.password === undefined) await welcome(tx, deps, merchant, password);
    if (request.addedBy) await recordAddition(tx, merchant, request.addedBy);
    return {
      merchantId: merchant.id,
      merchantCode: merchant.merchantCode,
      apiKey: merchant.apiKey,
      apiSecret,
    };
  });
}

async function insertWithFreeCode(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  request: MerchantRequest,
  secretHash: Buffer,
): Promise<NewMerchant> {
  for (let attempt = 0; attempt < CODES_TO_TRY; attempt += 1) {
    const merchant: NewMerchant = {
      id: newId(),
      merchantCode: request.merchantCode ?? codeFor(request.businessName),
      businessName: request.businessName,
      contactName: request.contactName,
      contactEmail: request.contactEmail,
      contactPhoneMsisdn: request.contactPhoneNumber,
      primaryColor: request.brandingConfig?.primaryColor ?? DEFAULT_COLOR,
      apiKey: newApiKey(deps),
      secretHash,
    };
    if (await insertMerchant(tx, merchant)) return merchant;
    if (request.merchantCode !== undefined) break;
  }
  throw new Error(`no free merchant code for ${request.merchantCode ?? request.businessName}`);
}

/** Makes a merchant code from four letters of the name and four digits, easy to say over the phone: `DUKA4711`. */
function codeFor(businessName: string): string {
  const letters = businessName
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/gu, '')
    .slice(0, 4);
  return `${letters.padEnd(4, 'X')}${randomInt(10_000).toString().padStart(4, '0')}`;
}

async function recordAddition(tx: Transaction, merchant: NewMerchant, addedBy: Auditor): Promise<void> {
  const { id: merchantId, merchantCode, businessName } = merchant;
  await recordActivity(tx, {
    merchantId,
    actor: { kind: 'admin', id: addedBy.administratorId },
    kind: 'added',
  });
  await recordAudit(tx, addedBy, {
    action: 'merchant.added',
    subjectKind: 'merchant',
    subjectId: merchantId,
    after: { merchantCode, businessName },
  });
}

async function welcome(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  merchant: NewMerchant,
  password: string,
): Promise<void> {
  await notify(tx, deps, {
    template: 'merchant-welcome',
    data: {
      businessName: merchant.businessName,
      merchantCode: merchant.merchantCode,
      password,
      link: `${deps.config.publicUrl}/merchant/login`,
    },
    email: merchant.contactEmail,
  });
}
