import {
  administratorRoles,
  type MerchantRecordAnswer,
  type PayoutChannelVersion,
  type AdministratorRole,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { listPayoutChannels, type PayoutChannelRecord } from './payout-channel-store.ts';
import { isPaidByBankFile, payeeInWords } from './payout-channel-words.ts';
import { describePlaces } from './places.ts';
import { readSettlementSchedule } from './settings-store.ts';
import { listMembers } from './member-accounts.ts';

const MOST_CHANNELS = 20;

/**
 * Returns all facts about a merchant that an administrator checks before paying or approving.
 * @param request.staffRole role of the administrator; roles that move money see payees' account numbers unmasked
 * @throws Refusal `not_found`
 */
export async function merchantRecordOf(
  deps: Pick<Deps, 'db' | 'config'>,
  { merchantId, staffRole }: { merchantId: string; staffRole: AdministratorRole },
): Promise<MerchantRecordAnswer> {
  const { db } = deps;
  const isMasked = !administratorRoles.money.some((role) => role === staffRole);
  const [settlementSchedule, channels, places, members, { automaticUpTo, bankRoute }] = await Promise.all([
    readSettlementSchedule(db, merchantId),
    listPayoutChannels(db, merchantId, MOST_CHANNELS),
    describePlaces(db, merchantId),
    listMembers(deps, merchantId),
    readFeesAndLimits(deps),
  ]);
  if (!settlementSchedule) throw new Refusal('not_found');
  return {
    payoutChannels: channels.map((channel) => describe(channel, { isMasked })),
    areNumbersMasked: isMasked,
    settlementSchedule,
    automaticUpTo,
    isPaidByBankFile: channels.some(
      (channel) => channel.state === 'now' && isPaidByBankFile(channel, { bankRoute }),
    ),
    places,
    staff: members.map(({ email: _email, createdAt: _createdAt, ...member }) => member),
  };
}

function describe(channel: PayoutChannelRecord, how: { isMasked: boolean }): PayoutChannelVersion {
  const { version, shownAs, state, setBy, setAt, effectiveAt } = channel;
  return {
    version,
    destination: payeeInWords(channel, how),
    shownAs,
    state,
    setBy,
    setAt: setAt.toISOString(),
    effectiveAt: effectiveAt?.toISOString() ?? null,
  };
}
