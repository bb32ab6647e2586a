import { formatKes } from '@zawadi/contract/money';
import { cancelGift } from '@zawadi/contract/refunds';
import { formatMsisdn } from '@zawadi/contract/text';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { call } from '../../../api/call.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useClosing } from '../vouchers/use-closing.ts';

/** Confirms the cancellation of a gift, and explains where the money goes. */
export function CancelDialog({ gift, onClose }: { gift: SentGift; onClose: () => void }) {
  const name = firstNameOf(gift.recipientName);
  const closing = useClosing(onClose);
  const amount = <b className="num text-ink">{formatKes(gift.paid ?? gift.value)}</b>;
  return (
    <ConfirmDialog
      title={say('Cancel the gift to {name}?', { name })}
      action={say('Cancel the gift')}
      dismiss={say('Keep the gift')}
      busyLabel={say('Cancelling...')}
      variant="danger"
      confirm={() => call(cancelGift, { body: { voucherId: gift.voucherId } })}
      {...closing}
    >
      <p className="muted">
        {gift.payerMsisdn === undefined ? (
          <RichText
            text="We send the whole {amount}, fee included, back to the number that paid, on M-PESA. {name} gets no message."
            amount={amount}
            name={name}
          />
        ) : (
          <RichText
            text="We send the whole {amount}, fee included, back to {phone} on M-PESA. {name} gets no message."
            amount={amount}
            phone={<span className="nowrap num">{formatMsisdn(gift.payerMsisdn)}</span>}
            name={name}
          />
        )}
      </p>
      <Alert>{say('If M-PESA cannot do this, we put the money into your Zawadi wallet.')}</Alert>
    </ConfirmDialog>
  );
}
