import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/purchases';
import type { ReactNode } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { PurchasePhase } from './purchase-progress.ts';
import { useFetchPayment } from './use-purchase.ts';
import './pay-by-hand.css';

type PayByHandProps = {
  purchase: PurchaseState;
  phase: PurchasePhase;
  /** Whether paying by hand is the main action now, rather than a prompt. */
  isMain: boolean;
};

/**
 * Explains how to pay the same purchase at the pay bill, by typing on the phone. Then checks the payment with the
 * server.
 */
export function PayByHand({ purchase, phase, isMain }: PayByHandProps) {
  const { shortCode, billReferenceNumber, amount, orderStatus } = purchase;
  const asking = useFetchPayment(purchase, { isSaidInPlace: true });
  const mayPayTwice = phase === 'on-the-phone' || phase === 'asking-mpesa';
  return (
    <section className="by-hand" aria-label={say('Pay with Pay Bill')}>
      {!isMain && <h3>{say('Pay with Pay Bill')}</h3>}
      {mayPayTwice && (
        <Alert tone="warn">
          {say(
            'Pay only once: a prompt may still be open. If you pay twice, the second payment goes to your wallet.',
          )}
        </Alert>
      )}
      <ol>
        <li>
          <span>
            <RichText text="Open M-PESA on any phone: <b>Lipa na M-PESA</b>, then <b>Pay Bill</b>." />
          </span>
        </li>
        <Typed label={say('Business number')} text={shortCode} />
        <Typed label={say('Account number')} text={billReferenceNumber} />
        <Typed label={say('Amount')} text={String(amount)}>
          {formatKes(amount)}
        </Typed>
        <li>{say('Enter your M-PESA PIN there, and come back.')}</li>
      </ol>
      <Button
        wide
        variant={isMain ? 'primary' : 'secondary'}
        onClick={asking.fetch}
        isBusy={asking.isBusy}
        busyLabel={say('Checking...')}
      >
        {say('I have paid')}
      </Button>
      <div aria-live="polite">
        {asking.problem !== undefined && !asking.isBusy && (
          <Alert>
            <RichText text="<b>We have not received your payment yet.</b> M-PESA usually confirms it within a minute. Nothing is lost." />
          </Alert>
        )}
      </div>
      {orderStatus === 'REGISTERED' && (
        <p className="tiny muted">
          {say('Please pay exactly this amount within a day. After that the account number expires.')}
        </p>
      )}
    </section>
  );
}

/** One of the values to type on the phone. */
function Typed({ label, text, children = text }: { label: string; text: string; children?: ReactNode }) {
  return (
    <li>
      <span className="by-hand-typed">
        <span>
          <small className="muted">{label}</small>
          <b className="code">{children}</b>
        </span>
        <CopyButton small text={text} label={say('Copy: {label}', { label })}>
          {say('Copy')}
        </CopyButton>
      </span>
    </li>
  );
}
