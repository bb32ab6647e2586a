import {
  maskEmail,
  maskMsisdn,
  type Merchant,
  type HandlerInput,
  type updateMerchant,
} from '@zawadi/contract';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { recordActivity } from './activity-store.ts';
import { forgetMachineCredentials } from './machine-credentials.ts';
import { describeMerchant } from './merchant-details.ts';
import { lockMerchant, updateMerchantRecord, type MerchantChanges, type MerchantRecord } from './store.ts';

type Wanted = Omit<HandlerInput<typeof updateMerchant>['body'], 'merchantId'>;

/**
 * What an administrator changes of a merchant. A status that lets nobody sign in ends its sessions and keys within a
 * second, and reactivation lets the same passwords and keys in again.
 * @throws Refusal `not_found`
 */
export async function changeMerchant(
  deps: Pick<Deps, 'db'>,
  request: { merchantId: string; administratorId: string; wanted: Wanted },
): Promise<Merchant> {
  const { merchantId, administratorId, wanted } = request;
  const described = await inTransaction(deps.db, async (tx) => {
    const before = await lockMerchant(tx, merchantId);
    if (!before) throw new Refusal('not_found');
    const changes = changesIn(before, wanted);
    if (Object.keys(changes).length > 0) {
      await updateMerchantRecord(tx, merchantId, changes);
      await recordActivity(tx, {
        merchantId,
        actor: { kind: 'admin', id: administratorId },
        kind: 'updated',
        details: detailsOf(before, changes),
      });
    }
    return describeMerchant(tx, merchantId);
  });
  forgetLiveSessions(deps.db);
  forgetMachineCredentials(deps.db);
  return described;
}

/** Only what really differs, so that the record says what was done and not what was sent. */
function changesIn(before: MerchantRecord, wanted: Wanted): MerchantChanges {
  const { contactPhoneNumber, brandingConfig = {}, ...rest } = wanted;
  const { primaryColor, logoUrl } = brandingConfig;
  const asked: MerchantChanges = {
    ...rest,
    contactPhoneMsisdn: contactPhoneNumber,
    primaryColor,
    logoUrl: logoUrl === '' ? null : logoUrl,
  };
  return Object.fromEntries(
    Object.entries(asked).filter(
      ([name, value]) => value !== undefined && value !== before[name as keyof MerchantChanges],
    ),
  );
}

function detailsOf(before: MerchantRecord, changes: MerchantChanges): Record<string, unknown> {
  return Object.fromEntries(
    (Object.keys(changes) as (keyof MerchantChanges)[]).map((name) => [
      name,
      { from: shown(name, before[name]), to: shown(name, changes[name]) },
    ]),
  );
}

// The record is kept for ever; whose number or address it was is needed less long.
function shown(name: keyof MerchantChanges, value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (name === 'contactEmail') return maskEmail(value);
  return name === 'contactPhoneMsisdn' ? maskMsisdn(value) : value;
}
