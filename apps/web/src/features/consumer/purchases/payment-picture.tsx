import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/purchases';
import { formatMsisdn } from '@zawadi/contract/text';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { CountdownRing } from '../../../ui/countdown-ring.tsx';
import { Button } from '../../../ui/button.tsx';
import { ResultMark } from '../../../ui/result-mark.tsx';
import { purchaseFailure } from '../failure-sentences.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { PayerForm } from './payer-form.tsx';
import { canPayByHand, promptCannotArrive, canPrompt, type PurchasePhase } from './purchase-progress.ts';

// Needed only by a buyer whose prompt does not arrive, or who does not want to wait.
const PayByHand = lazy(async () => ({ default: (await import('./pay-by-hand.tsx')).PayByHand }));

// Needed only while the feature is on.
const WalletPayment = lazy(async () => ({ default: (await import('./wallet-payment.tsx')).WalletPayment }));

export type ByHand = { isChosen: boolean; choose: (isChosen: boolean) => void };

type PaymentPictureProps = {
  purchase: PurchaseState;
  phase: PurchasePhase;
  recipientFirstName: string;
  onPurchase: (purchase: PurchaseState) => void;
  onPayer: (payer: string | undefined) => void;
  byHand: ByHand;
  /** Whether the feature is on. */
  canPayFromWallet: boolean;
};

/** Main part of step 2: the instruction to the buyer, or M-PESA's answer. */
export function PaymentPicture(props: PaymentPictureProps) {
  const { purchase, phase, recipientFirstName, onPurchase, onPayer, byHand, canPayFromWallet } = props;
  const [isBlocked, setIsBlocked] = useState(false);
  const isOffered = canPayByHand(phase);
  const isChosen = isOffered && byHand.isChosen;
  const hasForm = canPrompt(phase) && !isChosen;
  const isNeeded = hasForm && isOffered && (isBlocked || promptCannotArrive(purchase));
  return (
    <div className="prompt">
      <Emblem purchase={purchase} phase={phase} />
      <div className="stack-2" aria-live="polite">
        <Words
          purchase={purchase}
          phase={isChosen && phase === 'not-asked' ? 'by-hand' : phase}
          recipientFirstName={recipientFirstName}
        />
      </div>
      {hasForm && (
        <PayerForm
          purchase={purchase}
          onPurchase={onPurchase}
          onPayer={onPayer}
          onBlocked={() => setIsBlocked(true)}
        />
      )}
      {hasForm && canPayFromWallet && (
        <Suspense>
          <WalletPayment purchase={purchase} onPurchase={onPurchase} />
        </Suspense>
      )}
      {(isChosen || isNeeded) && (
        <Suspense>
          <PayByHand purchase={purchase} phase={phase} isMain={isChosen && canPrompt(phase)} />
        </Suspense>
      )}
      {isOffered && !isNeeded && (
        <Button variant="quiet" onClick={() => byHand.choose(!isChosen)}>
          {say(isChosen ? backToPrompt(phase) : 'Pay with Pay Bill')}
        </Button>
      )}
    </div>
  );
}

function backToPrompt(phase: PurchasePhase) {
  return canPrompt(phase) ? 'Pay by prompt instead' : 'Wait for the prompt instead';
}

function Emblem({ purchase, phase }: Pick<PaymentPictureProps, 'purchase' | 'phase'>) {
  if (phase === 'completed') return <ResultMark of="completed" />;
  if (phase === 'canceled') return <ResultMark of="canceled" />;
  if (phase !== 'on-the-phone' || purchase.prompt === undefined) return null;
  const { sentAt, expiresAt } = purchase.prompt;
  return <CountdownRing startedAtMs={Date.parse(sentAt)} endsAtMs={Date.parse(expiresAt)} />;
}

/** Shown while we check a payment by hand. */
export const CHECKING = 'We send the voucher as soon as M-PESA confirms it. You need not do anything else.';
export const OVERDUE =
  'We send the voucher as soon as it does. You can also pay by prompt: if you pay twice, the second payment goes to your wallet.';

type WordsProps = Pick<PaymentPictureProps, 'purchase' | 'recipientFirstName'> & {
  phase: PurchasePhase | 'by-hand';
};

function Words({ purchase, phase, recipientFirstName }: WordsProps) {
  const payer = <b className="num nowrap text-ink">{formatMsisdn(purchase.partyA)}</b>;
  const { what, safe } = purchaseFailure(purchase.failureReason);
  const pictures = {
    'not-asked': (
      <Said title={say('Pay {amount}', { amount: formatKes(purchase.amount) })}>
        <RichText text="M-PESA will show a prompt on the paying phone. Enter your PIN there, never here." />
      </Said>
    ),
    'by-hand': (
      <Said title={say('Pay {amount} with Pay Bill', { amount: formatKes(purchase.amount) })}>
        {say('This is the same purchase. This page continues as soon as M-PESA confirms your payment.')}
      </Said>
    ),
    'on-the-phone': (
      <Said title={say('Check your phone')}>
        <RichText text="We asked M-PESA to show a prompt on {payer}. Enter your PIN there." payer={payer} />
      </Said>
    ),
    unanswered: (
      <Said title={say('M-PESA does not answer right now')}>
        <RichText
          text="We keep asking. If a prompt still appears on {payer}, you can pay: it counts. Otherwise try again in a few minutes."
          payer={payer}
        />
      </Said>
    ),
    'asking-mpesa': (
      <Said title={say('Waiting for M-PESA')}>
        <RichText
          text="The prompt on {payer} has expired. We are checking with M-PESA whether you paid."
          payer={payer}
        />
      </Said>
    ),
    checking: <Said title={say('We have your payment and are checking it')}>{say(CHECKING)}</Said>,
    overdue: <Said title={say('M-PESA has not confirmed your payment yet')}>{say(OVERDUE)}</Said>,
    completed: (
      <Said title={say('Completed')}>
        {purchase.gifts === undefined
          ? say(
              purchase.copyEmail === undefined
                ? '{amount} is paid. {name} gets the voucher by SMS and email.'
                : '{amount} is paid. {name} gets the voucher by SMS.',
              { amount: formatKes(purchase.amount), name: recipientFirstName },
            )
          : say('{amount} is paid. Each person gets their voucher by SMS.', {
              amount: formatKes(purchase.amount),
            })}
      </Said>
    ),
    canceled: (
      <Said title={what}>{say('{safe} You can try again, from this or another number.', { safe })}</Said>
    ),
  } satisfies Record<WordsProps['phase'], ReactNode>;
  return pictures[phase];
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="text-xl text-balance" tabIndex={-1}>
        {unbroken(title)}
      </h2>
      <p className="muted mx-auto max-w-[32ch] text-balance">{children}</p>
    </>
  );
}
