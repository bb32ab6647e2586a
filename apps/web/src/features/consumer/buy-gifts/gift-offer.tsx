import { formatKes } from '@zawadi/contract/money';
import type { PublicSettings } from '@zawadi/contract/settings';
import { ArrowRight } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SumList } from '../../../ui/sum-list.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { feeLabel, minusKes } from '../amount.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { deliverAt } from './delivery.ts';
import { giftSum, type GiftForm } from './gift-form.ts';

type GiftOfferProps = {
  gift: GiftForm;
  buyerName: string;
  settings: PublicSettings;
  formId: string;
  isBusy: boolean;
};

const NO_SUM = { gross: 0, fee: 0, value: 0 };

/** What the recipient will get and what it costs, before anybody confirms. */
export function GiftOffer({ gift, buyerName, settings, formId, isBusy }: GiftOfferProps) {
  const { gross, fee, value } = giftSum(gift.amount, settings.depositFeeBasisPoints) ?? NO_SUM;
  const arrives = deliverAt(gift);
  const recipient = firstNameOf(gift.fullName) || say('The recipient');
  return (
    <aside className="stack-5 sticky">
      <h2 className="sr">{say('What {name} gets', { name: recipient })}</h2>
      <Ticket
        cloth={gift.cloth}
        state="Preview"
        recipientName={gift.fullName.trim()}
        senderName={firstNameOf(buyerName)}
        message={gift.message}
        valueShillings={value}
      />
      <div className="sheet pad stack">
        <SumList
          rows={[
            {
              label: say('Arrives'),
              value:
                arrives === undefined ? say('As soon as it is paid') : appointmentText(new Date(arrives)),
            },
            { label: say('You pay'), value: formatKes(gross) },
            { label: feeLabel(settings.depositFeeBasisPoints), value: minusKes(fee) },
            { label: say('{name} gets', { name: recipient }), value: formatKes(value), isTotal: true },
          ]}
        />
        <Button type="submit" form={formId} wide isBusy={isBusy} busyLabel={say('Registering...')}>
          {say('Continue to M-PESA')}
          <Icon of={ArrowRight} />
        </Button>
        <p className="tiny muted text-center">{say('Nothing is charged until you enter your PIN.')}</p>
      </div>
    </aside>
  );
}
