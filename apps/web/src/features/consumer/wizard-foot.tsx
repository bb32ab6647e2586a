import { formatKes } from '@zawadi/contract/money';
import type { ReactNode } from 'react';
import { feeLabel, minusKes } from './amount.ts';

type WizardFootProps = {
  /** Typed amount, its fee and the rest; undefined while the amount is invalid. */
  sum: { gross: number; fee: number; net: number } | undefined;
  feeBasisPoints: number;
  words: { gross: string; net: string };
  /** Shows the gross amount only, without its fee. */
  isGrossOnly?: boolean;
  children: ReactNode;
};

/** Shows the amounts and the next button at the foot of a form; stays in view while the user scrolls. */
export function WizardFoot({ sum, feeBasisPoints, words, isGrossOnly, children }: WizardFootProps) {
  const amount = (shillings: number | undefined) => (shillings === undefined ? '—' : formatKes(shillings));
  return (
    <div className="wizard-foot">
      {isGrossOnly !== true && (
        <p className="wizard-foot-fee">
          <span>
            {words.gross} <span translate="no">{amount(sum?.gross)}</span>
          </span>
          <span>
            {feeLabel(feeBasisPoints)}{' '}
            <span translate="no">{sum === undefined ? '—' : minusKes(sum.fee)}</span>
          </span>
        </p>
      )}
      <div className="wizard-foot-row">
        <p>
          <small>{isGrossOnly === true ? words.gross : words.net}</small>
          <b translate="no">{amount(isGrossOnly === true ? sum?.gross : sum?.net)}</b>
        </p>
        {children}
      </div>
    </div>
  );
}
