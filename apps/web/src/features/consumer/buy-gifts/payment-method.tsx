import { CreditCard, Smartphone } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Icon } from '../../../ui/icon.tsx';

/** M-PESA is the one way to pay; a card is shown and cannot be chosen until a card provider exists. */
export function PaymentMethod() {
  return (
    <div className="pay-with" role="radiogroup" aria-label={say('Payment method')}>
      <div role="radio" aria-checked="true" tabIndex={0}>
        <Icon of={Smartphone} />
        <span>
          M-Pesa<small>{say('Pay from your phone')}</small>
        </span>
      </div>
      <div role="radio" aria-checked="false" aria-disabled="true">
        <Icon of={CreditCard} />
        <span>
          {say('Card')}
          <small>{say('Coming Soon')}</small>
        </span>
      </div>
    </div>
  );
}
