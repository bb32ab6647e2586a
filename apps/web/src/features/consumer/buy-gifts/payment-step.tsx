import type { PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import type { GiftWords } from './gift-words.ts';
import { PaymentHints } from './payment-hints.tsx';
import { PaymentPicture } from './payment-picture.tsx';
import { PurchaseTicket } from './purchase-ticket.tsx';
import { paymentThread, purchasePhase } from './purchase-progress.ts';
import { PURCHASE_STEPS } from './steps.ts';
import { useFetchPayment } from './use-fetch-payment.ts';

type PaymentStepProps = {
  purchase: PurchaseState;
  words: GiftWords;
  settings: PublicSettings;
  onPurchase: (purchase: PurchaseState) => void;
  onBack: () => void;
  onComplete: () => void;
};

/** Step 2: who pays, the prompt on that phone, and what M-PESA says, without a reload. */
export function PaymentStep({ purchase, words, settings, onPurchase, onBack, onComplete }: PaymentStepProps) {
  const promptSecondsLeft = useSecondsLeft(purchase.prompt ? Date.parse(purchase.prompt.expiresAt) : 0);
  const phase = purchasePhase(purchase.orderStatus, promptSecondsLeft);
  const fetching = useFetchPayment(purchase);
  const isPromptNext = phase === 'not-asked' || phase === 'canceled';
  return (
    <div className="cols form">
      <section className="stack-5">
        <Stepper steps={PURCHASE_STEPS} current={2} />
        <div className="sheet">
          <PaymentPicture
            purchase={purchase}
            phase={phase}
            recipientFirstName={words.recipientFirstName}
            onPurchase={onPurchase}
          />
          <div className="mx-auto max-w-96 px-6 pb-6">
            <Timeline items={paymentThread(purchase, phase, words.recipientFirstName)} />
          </div>
        </div>
        <PaymentHints
          phase={phase}
          failureReason={purchase.failureReason}
          problem={fetching.problem}
          sandboxPhoneUrl={settings.sandboxPhoneUrl}
        />
        <div className="actions">
          <Button variant="secondary" onClick={onBack} disabled={phase === 'completed' || fetching.isBusy}>
            <Icon of={ArrowLeft} />
            {say('Back')}
          </Button>
          <Button
            variant="secondary"
            onClick={fetching.fetch}
            isBusy={fetching.isBusy}
            busyLabel={say('Fetching...')}
          >
            <Icon of={RefreshCw} />
            {say('Fetch Payment')}
          </Button>
          <Button variant={isPromptNext ? 'secondary' : 'primary'} className="push" onClick={onComplete}>
            {say('Complete')}
          </Button>
        </div>
      </section>
      <PurchaseTicket purchase={purchase} words={words} settings={settings} hasSum />
    </div>
  );
}
