import { administratorRoles, uuid, type ChosenPayoutChannel } from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { openRequest, type ApprovalAction } from '../../services/approvals/index.ts';
import { recordAudit } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import {
  endWaitingChannel,
  readNextPayoutChannel,
  readPayoutChannel,
  releasePayoutChannel,
  type NextPayoutChannel,
} from './payout-channel-store.ts';
import { channelInWords } from './payout-channel-words.ts';
import { chosenChannel } from './settings.ts';
import { lockMerchant, type MerchantRecord } from './store.ts';

const input = z.object({ merchantId: uuid, version: z.number().int() });

/** Releases a pay-out channel that was set within 7 days of a new contact, an owner reset or a manual adjustment. */
export function channelAction(deps: Pick<Deps, 'keys'>): ApprovalAction<Asked> {
  return {
    kind: 'payout-channel',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async () => true,
    preview: async (tx, asked) => {
      const { waiting } = await lockWaiting(tx, asked);
      const now = await readPayoutChannel(tx, asked.merchantId);
      const former = now ? `in place of ${channelInWords(chosenChannel(now))}` : 'the first one of this shop';
      return { amountCents: 0n, way: `to ${channelInWords(chosenChannel(waiting))}, ${former}` };
    },
    execute: async (tx, { id, input: asked, reason, auditor }) => {
      const { merchant, waiting } = await lockWaiting(tx, asked);
      const effectiveAt = await releasePayoutChannel(tx, { ...asked, approvalId: id });
      if (!effectiveAt) throw new Refusal('approval_outdated');
      const channel = channelInWords(chosenChannel(waiting));
      const now = await readPayoutChannel(tx, asked.merchantId);
      await notify(
        tx,
        deps,
        now?.version === asked.version
          ? { template: 'payout-channel-set', data: { channel }, email: merchant.contactEmail }
          : {
              template: 'payout-channel-changed',
              data: { channel, effectiveAt: effectiveAt.toISOString() },
              email: merchant.contactEmail,
            },
      );
      await recordAudit(tx, auditor, {
        action: 'merchant.payout-channel-released',
        subjectKind: 'merchant',
        subjectId: asked.merchantId,
        reason,
        after: { channel, version: asked.version, effectiveAt: effectiveAt.toISOString() },
      });
      return undefined;
    },
    whenRejected: async (tx, { input: asked }) => {
      const found = await findWaiting(tx, asked);
      if (!found) return;
      const { merchant, waiting } = found;
      await endWaitingChannel(tx, asked.merchantId);
      await notify(tx, deps, {
        template: 'payout-channel-refused',
        data: { channel: channelInWords(chosenChannel(waiting)) },
        email: merchant.contactEmail,
      });
    },
  };
}

/** Requests the release of a pay-out channel from administrators; replaces an open request. */
export async function openChannelRequest(
  tx: Transaction,
  { merchant, version, channel }: { merchant: MerchantRecord; version: number; channel: ChosenPayoutChannel },
): Promise<void> {
  const { id: merchantId, businessName, merchantCode } = merchant;
  const words = channelInWords(channel);
  await openRequest(tx, {
    id: newId(),
    kind: 'payout-channel',
    subjectKind: 'merchant',
    subjectId: merchantId,
    summary: `Pay ${businessName} (${merchantCode}) to ${words}`.slice(0, 400),
    reason:
      'The owner has set it within 7 days of another contact, a reset of the owner or money by hand. Call the shop at a number that you know from before.',
    input: { merchantId, version },
  });
}

type Asked = z.infer<typeof input>;
type Waiting = { merchant: MerchantRecord; waiting: NextPayoutChannel };

async function lockWaiting(tx: Transaction, asked: Asked): Promise<Waiting> {
  const found = await findWaiting(tx, asked);
  if (!found) {
    throw new Refusal('approval_outdated', {}, 'The shop no longer wants this change. Please reject it.');
  }
  return found;
}

async function findWaiting(tx: Transaction, { merchantId, version }: Asked): Promise<Waiting | undefined> {
  const merchant = await lockMerchant(tx, merchantId);
  const waiting = await readNextPayoutChannel(tx, merchantId);
  return merchant && waiting?.version === version ? { merchant, waiting } : undefined;
}
