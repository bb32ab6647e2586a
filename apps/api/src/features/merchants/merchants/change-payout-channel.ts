import type { ChosenPayoutChannel, MerchantSettings } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { requirePassword } from '../../access/credentials/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { recordActivity } from './timeline-store.ts';
import { memberHolder } from './member.ts';
import { insertPayoutChannel } from './payout-channel-store.ts';
import { channelInWords } from './payout-channel-words.ts';
import { settingsOf, type Changer } from './settings.ts';
import { lockMerchant } from './store.ts';

const HOLD_HOURS = 24;

/**
 * Changes where a merchant is paid. The first channel takes effect at once, a change after 24 hours: the owner is notified
 * by email and can report a change made by someone else.
 * @throws Refusal `password_wrong`, `too_many_requests`, `overloaded`
 */
export async function changePayoutChannel(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, staffId }: Changer,
  wanted: { password: string; channel: ChosenPayoutChannel },
): Promise<MerchantSettings> {
  const { password, channel } = wanted;
  const owner = await memberHolder(deps.db, staffId);
  await requirePassword(deps, owner, password);
  return inTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    const { version, effectiveAt } = await insertPayoutChannel(tx, {
      merchantId,
      staffId,
      channel,
      holdHours: HOLD_HOURS,
    });
    const words = channelInWords(channel);
    await recordActivity(tx, {
      merchantId,
      actor: { kind: 'staff', id: staffId },
      kind: 'payout-channel-changed',
      details: { channel: words, version, effectiveAt: effectiveAt.toISOString() },
    });
    const { email } = owner;
    await notify(
      tx,
      deps,
      version === 1
        ? { template: 'payout-channel-set', data: { channel: words }, email }
        : {
            template: 'payout-channel-changed',
            data: { channel: words, effectiveAt: effectiveAt.toISOString() },
            email,
          },
    );
    return settingsOf(tx, merchantId);
  });
}
