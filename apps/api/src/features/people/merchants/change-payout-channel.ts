import type { ChosenPayoutChannel, MerchantSettings } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requirePassword } from '../credentials/index.ts';
import { closeRequests } from '../../services/approvals/index.ts';
import { notify } from '../../services/messages/index.ts';
import { openChannelRequest } from './channel-action.ts';
import { recordActivity } from './timeline-store.ts';
import { memberHolder } from './member.ts';
import { insertPayoutChannel, readPayoutChannel } from './payout-channel-store.ts';
import { channelInWords } from './payout-channel-words.ts';
import { settingsOf, type Changer } from './settings.ts';
import { lockMerchant } from './store.ts';

/**
 * Sets a merchant's pay-out channel. The first channel takes effect at once, a change after 24 hours. The
 * owner is notified by email and can report a change made by another person. Within 7 days of a new contact,
 * an owner reset or a manual adjustment, the channel waits until two administrators release it.
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
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Refusal('not_found');
    const isFirst = !(await readPayoutChannel(tx, merchantId));
    const { version, effectiveAt } = await insertPayoutChannel(tx, { merchantId, staffId, channel });
    const words = channelInWords(channel);
    await recordActivity(tx, {
      merchantId,
      actor: { kind: 'member', id: staffId },
      kind: 'payout-channel-changed',
      details: { channel: words, version, effectiveAt: effectiveAt?.toISOString() ?? null },
    });
    const { email } = owner;
    if (effectiveAt === null) {
      await openChannelRequest(tx, { merchant, version, channel });
      await notify(tx, deps, { template: 'payout-channel-waits', data: { channel: words }, email });
      return settingsOf(tx, merchantId);
    }
    await closeRequests(
      tx,
      { kind: 'payout-channel', subjectId: merchantId },
      'The shop has set another one',
    );
    await notify(
      tx,
      deps,
      isFirst
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
