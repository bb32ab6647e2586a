import type { TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useDocumentTitle } from '../../../ui/page-title.tsx';
import { ResultMark } from '../../../ui/result-mark.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { BillSheet } from './bill-sheet.tsx';
import type { Attempt } from './attempt.ts';
import { ReceiptActions } from '../receipts/receipt-actions.tsx';
import { RedemptionReceipt } from '../receipts/redemption-receipt.tsx';

type RedemptionResultProps = {
  redemption: TillRedemption;
  /** Total of the bill as typed before the redemption. */
  typedTotal: string;
  onNext: () => void;
  onChanged: (redemption: TillRedemption) => void;
};

/** Shows the redeemed amount, large enough for the customer to read. */
export function RedemptionResult({ redemption, typedTotal, onNext, onChanged }: RedemptionResultProps) {
  useDocumentTitle(say('Redeemed'));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Focus the heading, not the button: a second, impatient Enter would close the result.
    heading.current?.focus();
  }, []);
  return (
    <>
      <h1 className="sr" ref={heading} tabIndex={-1}>
        {say('Redeemed')}
      </h1>
      <div className="cols even">
        <RedemptionReceipt redemption={redemption} />
        <section className="stack">
          <Button wide className="till-button" onClick={onNext}>
            {say('Next customer')}
          </Button>
          {redemption.reversedAt === undefined && (
            <BillSheet redemption={redemption} typedTotal={typedTotal} onNoted={onChanged} />
          )}
          <ReceiptActions redemption={redemption} onChanged={onChanged} />
        </section>
      </div>
    </>
  );
}

type UnknownOutcomeProps = {
  attempt: Attempt;
  isAsking: boolean;
  onAsk: () => void;
  onLeave: () => void;
};

/** Shown after a lost answer: the server may or may not have redeemed the amount. */
export function UnknownOutcome({ attempt, isAsking, onAsk, onLeave }: UnknownOutcomeProps) {
  const [isLeaving, setLeaving] = useState(false);
  const { recipientName, amountShillings } = attempt;
  const amount = formatKes(amountShillings);
  return (
    <section className="sheet">
      <div className="result">
        <ResultMark of="pending" />
        <div className="stack-2" role="status">
          <h2>{say('We do not know yet')}</h2>
          <p className="muted till-words">
            {say(
              'The connection failed before we learned whether {amount} was taken from {name}’s voucher. We keep asking. It is never taken twice.',
              { amount, name: recipientName },
            )}
          </p>
        </div>
        <Button wide className="till-button" isBusy={isAsking} busyLabel={say('Asking...')} onClick={onAsk}>
          <Icon of={RefreshCw} />
          {say('Ask again')}
        </Button>
        <Button variant="quiet" onClick={() => setLeaving(true)}>
          {say('Stop asking')}
        </Button>
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={say('Stop asking about {amount}?', { amount })}
          action={say('Stop asking')}
          dismiss={say('Keep asking')}
          variant="danger"
          confirm={async () => onLeave()}
          onClose={() => setLeaving(false)}
        >
          <p>
            {say(
              'It may have been taken. Before you redeem {name}’s voucher again, check whether it is in today’s list.',
              { name: recipientName },
            )}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

type RedemptionDialogProps = {
  redemption: TillRedemption;
  onClose: () => void;
  onChanged: (redemption: TillRedemption) => void;
};

/** One of today's redemptions and its receipt. */
export function RedemptionDialog({ redemption, onClose, onChanged }: RedemptionDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Redemption of {name}', { name: redemption.recipientName })}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {say('Close')}
        </Button>
      }
    >
      <RedemptionReceipt redemption={redemption} />
      <ReceiptActions redemption={redemption} onChanged={onChanged} />
    </Dialog>
  );
}
