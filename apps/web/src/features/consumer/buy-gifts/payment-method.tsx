import { CreditCard, Smartphone } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

/** M-PESA is the one way to pay; a card is shown and cannot be chosen until a card provider exists. */
export function PaymentMethod() {
  return (
    <div className="pay-with" role="radiogroup" aria-label="Payment method">
      <div role="radio" aria-checked="true" tabIndex={0}>
        <Icon of={Smartphone} />
        <span>
          M-Pesa<small>Pay from your phone</small>
        </span>
      </div>
      <div role="radio" aria-checked="false" aria-disabled="true">
        <Icon of={CreditCard} />
        <span>
          Card<small>Coming Soon</small>
        </span>
      </div>
    </div>
  );
}
