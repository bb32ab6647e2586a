import type { FailureReason, PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { ArrowLeft, ExternalLink, Smartphone } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { say } from '../../../i18n/say.ts';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import type { GiftWords } from './gift-words.ts';
import { PaymentPicture } from './payment-picture.tsx';
import { PurchaseTicket } from './purchase-ticket.tsx';
import { canPrompt, paymentThread, purchasePhase, type PurchasePhase } from './purchase-progress.ts';
import { FetchPaymentButton } from './fetch-payment-button.tsx';
import { PURCHASE_STEPS } from './steps.ts';
import { useFetchPayment } from './use-purchase.ts';

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
  const phase = purchasePhase(purchase, promptSecondsLeft);
  const fetching = useFetchPayment(purchase);
  const isPromptNext = canPrompt(phase);
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
          <FetchPaymentButton fetching={fetching} variant="secondary" />
          <Button variant={isPromptNext ? 'secondary' : 'primary'} className="push" onClick={onComplete}>
            {say('Complete')}
          </Button>
        </div>
      </section>
      <PurchaseTicket purchase={purchase} words={words} settings={settings} hasSum />
    </div>
  );
}

type PaymentHintsProps = {
  phase: PurchasePhase;
  failureReason: FailureReason | undefined;
  /** What the server said when it was last asked for the payment. */
  problem: string | undefined;
  sandboxPhoneUrl: string | undefined;
};

/** What to do when nothing seems to happen. */
function PaymentHints({ phase, failureReason, problem, sandboxPhoneUrl }: PaymentHintsProps) {
  if (phase === 'completed') return null;
  const isStillOpen = phase !== 'canceled' && problem !== undefined;
  return (
    <>
      {(mayBeMissing(phase, failureReason) || isStillOpen) && (
        <Alert tone={isStillOpen ? 'warn' : 'info'} isLive={isStillOpen}>
          {isStillOpen && <b className="strong">{problem}. </b>}
          <RichText
            text="No prompt? Check your network, and that the phone is unlocked. If it still does not come, <link>contact support</link>."
            link={<Link to="/support" />}
          />
        </Alert>
      )}
      {sandboxPhoneUrl !== undefined && (
        <a
          className={buttonClass({ variant: 'quiet' })}
          href={sandboxPhoneUrl}
          target="_blank"
          rel="noreferrer"
        >
          <Icon of={Smartphone} />
          {say('Open the sandbox phone')}
          <Icon of={ExternalLink} />
        </a>
      )}
    </>
  );
}

/** A payer who cancelled a prompt or mistyped the PIN has seen it; an unanswered prompt may never have arrived. */
function mayBeMissing(phase: PurchasePhase, failureReason: FailureReason | undefined): boolean {
  if (phase === 'canceled') return failureReason === 'expired' || failureReason === 'unreachable';
  return phase === 'on-the-phone' || phase === 'asking-mpesa';
}
