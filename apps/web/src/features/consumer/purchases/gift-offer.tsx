import { formatKes } from '@zawadi/contract/money';
import type { PublicSettings } from '@zawadi/contract/settings';
import { ArrowRight } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { FoldTicket } from '../../../ui/fold-ticket.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SumList } from '../../../ui/sum-list.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { feeLabel, minusKes, netOfFee } from '../amount.ts';
import { WizardFoot } from '../wizard-foot.tsx';
import { arrivalText, sumOfGifts } from './basket.tsx';
import { isBlank, type GiftForm } from './gift-form.ts';

export const FORM_ID = 'gift-form';

type GiftOfferProps = {
  gift: GiftForm;
  /** All gifts of the basket, with the one in the form. */
  gifts: readonly GiftForm[];
  buyerName: string;
  settings: PublicSettings;
  isBusy: boolean;
};

/** Shows the recipient's amount and the price before the buyer confirms; of a basket, the sums of all gifts. */
export function GiftOffer({ gift, gifts, buyerName, settings, isBusy }: GiftOfferProps) {
  const { depositFeeBasisPoints } = settings;
  const isBasket = gifts.length > 1;
  const sum = sumOfGifts(gifts, depositFeeBasisPoints);
  const recipient = recipientOf(gift);
  const gets = isBasket ? say('They get together') : say('{name} gets', { name: recipient });
  return (
    <aside className="stack-5 sticky">
      <h2 className="sr">{say('What {name} gets', { name: recipient })}</h2>
      {!(isBasket && isBlank(gift)) && (
        <Ticket
          cloth={gift.cloth}
          state="Preview"
          recipientName={gift.fullName.trim()}
          senderName={buyerName}
          message={gift.message}
          valueShillings={netOfFee(gift.amount, depositFeeBasisPoints).net}
        />
      )}
      <div className="sheet pad stack">
        <SumList
          rows={[
            ...(isBasket
              ? [{ label: say('Gifts'), value: gifts.length }]
              : [{ label: say('Arrives'), value: arrivalText(gift) }]),
            { label: say('You pay'), value: formatKes(sum.gross) },
            { label: feeLabel(depositFeeBasisPoints), value: minusKes(sum.fee) },
            { label: gets, value: formatKes(sum.net), isTotal: true },
          ]}
        />
        <Proceed gifts={gifts} isBusy={isBusy} />
        <p className="tiny muted text-center">{say('Nothing is charged until you enter your PIN.')}</p>
      </div>
    </aside>
  );
}

/** The same offer in one line, at the top of a narrow screen. */
export function FoldedOffer({ gift, settings }: GiftOfferProps) {
  const { net } = netOfFee(gift.amount, settings.depositFeeBasisPoints);
  return <FoldTicket cloth={gift.cloth} recipientName={gift.fullName.trim()} valueShillings={net} />;
}

/** The sums and the button at the foot of a narrow screen. */
export function OfferFoot({ gift, gifts, settings, isBusy }: GiftOfferProps) {
  const { depositFeeBasisPoints } = settings;
  return (
    <>
      <p className="tiny muted text-center">{say('Nothing is charged until you enter your PIN.')}</p>
      <WizardFoot
        sum={sumOfGifts(gifts, depositFeeBasisPoints)}
        feeBasisPoints={depositFeeBasisPoints}
        words={{ gross: say('You pay'), net: say('{name} gets', { name: recipientOf(gift) }) }}
        isGrossOnly={gifts.length > 1}
      >
        <Proceed gifts={gifts} isBusy={isBusy} />
      </WizardFoot>
    </>
  );
}

function Proceed({ gifts, isBusy }: Pick<GiftOfferProps, 'gifts' | 'isBusy'>) {
  const { gross } = sumOfGifts(gifts, 0);
  return (
    <Button type="submit" form={FORM_ID} wide isBusy={isBusy} busyLabel={say('Registering...')}>
      {gifts.length > 1
        ? say('Send {count} gifts · {amount}', { count: gifts.length, amount: formatKes(gross) })
        : say('Continue to M-PESA')}
      <Icon of={ArrowRight} />
    </Button>
  );
}

function recipientOf({ fullName }: GiftForm): string {
  return firstNameOf(fullName) || say('The recipient');
}
