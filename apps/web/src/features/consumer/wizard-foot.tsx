import { formatKes } from '@zawadi/contract/money';
import type { ReactNode } from 'react';
import { feeLabel, minusKes } from './amount.ts';

type WizardFootProps = {
  /** Typed amount, its fee and the rest; undefined while the amount is invalid. */
  sum: { gross: number; fee: number; net: number } | undefined;
  feeBasisPoints: number;
  words: { gross: string; net: string };
  children: ReactNode;
};

/** Shows the amounts and the next button at the foot of a form; stays in view while the user scrolls. */
export function WizardFoot({ sum, feeBasisPoints, words, children }: WizardFootProps) {
  const amount = (shillings: number | undefined) => (shillings === undefined ? '—' : formatKes(shillings));
  return (
    <div className="wizard-foot">
      <p className="wizard-foot-fee">
        <span>
          {words.gross} <span translate="no">{amount(sum?.gross)}</span>
        </span>
        <span>
          {feeLabel(feeBasisPoints)} <span translate="no">{sum === undefined ? '—' : minusKes(sum.fee)}</span>
        </span>
      </p>
      <div className="wizard-foot-row">
        <p>
          <small>{words.net}</small>
          <b translate="no">{amount(sum?.net)}</b>
        </p>
        {children}
      </div>
    </div>
  );
}
