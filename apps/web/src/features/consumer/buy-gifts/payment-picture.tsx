import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/payments';
import { formatMsisdn } from '@zawadi/contract/text';
import type { ReactNode } from 'react';
import { CountdownRing } from '../../../ui/countdown-ring.tsx';
import { purchaseFailure } from '../failure-sentences.ts';
import { ResultMark } from '../result-mark.tsx';
import { Unbroken } from '../unbroken.tsx';
import { PayerForm } from './payer-form.tsx';
import type { PurchasePhase } from './purchase-progress.ts';

type PaymentPictureProps = {
  purchase: PurchaseState;
  phase: PurchasePhase;
  recipientFirstName: string;
  onPurchase: (purchase: PurchaseState) => void;
};

/** The one thing to look at in step 2: what to do now, or what M-PESA said. */
export function PaymentPicture({ purchase, phase, recipientFirstName, onPurchase }: PaymentPictureProps) {
  const hasForm = phase === 'not-asked' || phase === 'canceled';
  return (
    <div className="prompt">
      <Emblem purchase={purchase} phase={phase} />
      <div className="stack-2" aria-live="polite">
        <Words purchase={purchase} phase={phase} recipientFirstName={recipientFirstName} />
      </div>
      {hasForm && <PayerForm purchase={purchase} onPurchase={onPurchase} />}
    </div>
  );
}

function Emblem({ purchase, phase }: Pick<PaymentPictureProps, 'purchase' | 'phase'>) {
  if (phase === 'completed') return <ResultMark of="completed" />;
  if (phase === 'canceled') return <ResultMark of="canceled" />;
  if (phase !== 'on-the-phone' || purchase.prompt === undefined) return null;
  const { sentAt, expiresAt } = purchase.prompt;
  return <CountdownRing startedAtMs={Date.parse(sentAt)} endsAtMs={Date.parse(expiresAt)} />;
}

function Words({ purchase, phase, recipientFirstName }: Omit<PaymentPictureProps, 'onPurchase'>) {
  const payer = <b className="num nowrap text-ink">{formatMsisdn(purchase.partyA)}</b>;
  const { what, safe } = purchaseFailure(purchase.failureReason);
  const pictures = {
    'not-asked': (
      <Said title={`Pay ${formatKes(purchase.amount)}`}>
        We ask M-PESA to show a prompt on the paying phone. You enter your PIN there, never here.
      </Said>
    ),
    'on-the-phone': (
      <Said title="Check your phone">We asked M-PESA to show a prompt on {payer}. Enter your PIN there.</Said>
    ),
    'asking-mpesa': (
      <Said title="Waiting for M-PESA">
        The time for the prompt on {payer} is over. We keep asking M-PESA what happened.
      </Said>
    ),
    completed: (
      <Said title="Completed">
        {payer} paid {formatKes(purchase.amount)}. {recipientFirstName} gets the voucher by SMS and e-mail.
      </Said>
    ),
    canceled: <Said title={what}>{safe} You can try again, from this or another number.</Said>,
  } satisfies Record<PurchasePhase, ReactNode>;
  return pictures[phase];
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="text-xl text-balance">
        <Unbroken>{title}</Unbroken>
      </h2>
      <p className="muted mx-auto max-w-[32ch] text-balance">{children}</p>
    </>
  );
}
