import type { TillRedemption } from '@zawadi/contract/redemptions';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useDocumentTitle } from '../../../ui/page-title.tsx';
import { ReceiptActions } from './receipt-actions.tsx';
import { RedemptionReceipt } from './redemption-receipt.tsx';

type RedemptionResultProps = {
  redemption: TillRedemption;
  onNext: () => void;
  onChanged: (redemption: TillRedemption) => void;
};

/** What was taken, so large that the customer sees it too. */
export function RedemptionResult({ redemption, onNext, onChanged }: RedemptionResultProps) {
  useDocumentTitle('Redeemed');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not on a button: a second Enter of an impatient hand would clear the result away.
    heading.current?.focus();
  }, []);
  return (
    <>
      <h1 className="sr" ref={heading} tabIndex={-1}>
        Redeemed
      </h1>
      <div className="cols even">
        <RedemptionReceipt redemption={redemption} />
        <section className="stack">
          <Button wide className="till-button" onClick={onNext}>
            Next customer
          </Button>
          <ReceiptActions redemption={redemption} onChanged={onChanged} />
        </section>
      </div>
    </>
  );
}
