import { RefreshCw } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button, type ButtonLook } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { useFetchPayment } from './use-purchase.ts';

type FetchPaymentButtonProps = Pick<ButtonLook, 'variant' | 'wide'> & {
  fetching: ReturnType<typeof useFetchPayment>;
  className?: string;
};

/** Button that checks a payment with M-PESA. Every screen shows it for a purchase that M-PESA may have charged. */
export function FetchPaymentButton({ fetching, ...look }: FetchPaymentButtonProps) {
  return (
    <Button {...look} onClick={fetching.fetch} isBusy={fetching.isBusy} busyLabel={say('Fetching...')}>
      <Icon of={RefreshCw} />
      {say('Fetch Payment')}
    </Button>
  );
}
