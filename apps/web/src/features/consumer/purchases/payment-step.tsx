import type { FailureReason, PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { ArrowLeft, ExternalLink, Smartphone } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { useStateCard } from '../use-state-card.ts';
import type { GiftWords } from './gift-words.ts';
import { PaymentPicture, type ByHand } from './payment-picture.tsx';
import { PurchaseTicket } from './purchase-ticket.tsx';
import {
  canPayByHand,
  canPrompt,
  paymentThread,
  purchasePhase,
  type PurchasePhase,
} from './purchase-progress.ts';
import { FetchPaymentButton } from './fetch-payment-button.tsx';
import { PURCHASE_STEPS } from './steps.ts';
import { useFetchPayment } from './use-purchase.ts';

type PaymentStepProps = {
  purchase: PurchaseState;
  words: GiftWords;
  settings: PublicSettings;
  byHand: ByHand;
  onPurchase: (purchase: PurchaseState) => void;
  onBack: () => void;
  onComplete: () => void;
};

/** Step 2: the paying phone, the prompt on it, and M-PESA's answer, without a reload. */
export function PaymentStep(props: PaymentStepProps) {
  const { purchase, words, settings, byHand, onPurchase, onBack, onComplete } = props;
  const promptSecondsLeft = useSecondsLeft(purchase.prompt ? Date.parse(purchase.prompt.expiresAt) : 0);
  const phase = purchasePhase(purchase, promptSecondsLeft);
  const card = useStateCard(phase);
  const fetching = useFetchPayment(purchase);
  // The phase in which the last attempt found no payment. Its message is hidden in later phases.
  const [askedIn, setAskedIn] = useState<PurchasePhase>();
  const fetch = () => {
    setAskedIn(phase);
    fetching.fetch();
  };
  const [typedPayer, setTypedPayer] = useState<string | undefined>(purchase.partyA);
  const isPromptNext = canPrompt(phase);
  const isWaiting = !isPromptNext && phase !== 'completed';
  const isByHand = byHand.isChosen && isPromptNext && canPayByHand(phase);
  return (
    <div className="cols form">
      <section className="stack-5">
        <Stepper steps={PURCHASE_STEPS} current={2} />
        <div className="sheet state-card" ref={card}>
          <PaymentPicture
            purchase={purchase}
            phase={phase}
            recipientFirstName={words.recipientFirstName}
            onPurchase={onPurchase}
            onPayer={setTypedPayer}
            byHand={byHand}
            canPayFromWallet={settings.features.giftsFromWallet}
          />
          {!isByHand && (
            <div className="mx-auto max-w-96 px-6 pb-6">
              <Timeline items={paymentThread(purchase, phase, words.recipientFirstName)} />
            </div>
          )}
        </div>
        <PaymentHints
          phase={phase}
          failureReason={purchase.failureReason}
          problem={askedIn === phase ? fetching.problem : undefined}
          sandboxPhoneUrl={settings.sandboxPhoneUrl}
        />
        <div className="actions">
          <Button variant="secondary" onClick={onBack} disabled={phase === 'completed' || fetching.isBusy}>
            <Icon of={ArrowLeft} />
            {say('Back')}
          </Button>
          <Button
            variant={phase === 'completed' ? 'primary' : 'secondary'}
            className={isWaiting ? 'px-4' : 'push'}
            onClick={onComplete}
          >
            {say('Complete')}
          </Button>
          <FetchPaymentButton
            fetching={{ ...fetching, fetch }}
            variant={isWaiting ? 'primary' : 'secondary'}
            className={isWaiting ? 'push' : 'px-4'}
          />
        </div>
      </section>
      <PurchaseTicket
        purchase={purchase}
        words={words}
        settings={settings}
        sum={{
          payer: isPromptNext ? typedPayer : purchase.partyA,
          isByHand: isByHand || purchase.paymentCheck !== undefined,
        }}
      />
    </div>
  );
}

type PaymentHintsProps = {
  phase: PurchasePhase;
  failureReason: FailureReason | undefined;
  /** The server's sentence about the last attempt to fetch the payment. */
  problem: string | undefined;
  sandboxPhoneUrl: string | undefined;
};

/** Advice for buyers on whose phone nothing happens. */
function PaymentHints({ phase, failureReason, problem, sandboxPhoneUrl }: PaymentHintsProps) {
  if (phase === 'completed') return null;
  const isStillOpen = phase !== 'canceled' && problem !== undefined;
  return (
    <>
      {(mayBeMissing(phase, failureReason) || isStillOpen) && (
        <Alert tone={isStillOpen ? 'warn' : 'info'} isLive={isStillOpen}>
          {isStillOpen && <b className="strong">{problem}. </b>}
          {phase === 'not-asked' ? (
            say('We have not sent a prompt yet. Nothing was charged.')
          ) : (
            <RichText
              text="No prompt? Check your network, and that the phone is unlocked. If it still does not come, <link>contact support</link>."
              link={<Link to="/support" />}
            />
          )}
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

/**
 * Returns whether the prompt may not have arrived. A payer who cancelled the prompt or mistyped the PIN has seen it.
 */
function mayBeMissing(phase: PurchasePhase, failureReason: FailureReason | undefined): boolean {
  if (phase === 'canceled') return failureReason === 'expired' || failureReason === 'unreachable';
  return phase === 'on-the-phone' || phase === 'asking-mpesa';
}
