import { Link } from '@tanstack/react-router';
import type { FailureReason } from '@zawadi/contract/purchases';
import { ExternalLink, Smartphone } from 'lucide-react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { PurchasePhase } from './purchase-progress.ts';

type PaymentHintsProps = {
  phase: PurchasePhase;
  failureReason: FailureReason | undefined;
  /** What the server said when it was last asked for the payment. */
  problem: string | undefined;
  sandboxPhoneUrl: string | undefined;
};

/** What to do when nothing seems to happen. */
export function PaymentHints({ phase, failureReason, problem, sandboxPhoneUrl }: PaymentHintsProps) {
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

/** Whoever cancelled a prompt or mistyped the PIN has seen it; a prompt nobody answered may never have come. */
function mayBeMissing(phase: PurchasePhase, failureReason: FailureReason | undefined): boolean {
  if (phase === 'canceled') return failureReason === 'expired' || failureReason === 'unreachable';
  return phase !== 'not-asked';
}
