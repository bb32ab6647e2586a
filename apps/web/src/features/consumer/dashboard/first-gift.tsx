import type { ReactNode } from 'react';
import { say } from '../../../i18n/say.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import '../../../styles/progress-layer.css';
import './first-gift.css';

const STEPS = ['Who', 'How much', 'Pay with M-PESA'] as const;

/** Shown instead of figures, chart and list to a consumer without any: an outlined ticket and the way to send it. */
export function FirstGift({ children }: { children: ReactNode }) {
  return (
    <section className="first-gift" aria-labelledby="first-gift-title">
      <div className="first-gift-cloth" data-cloth="asante">
        <h2 id="first-gift-title">{say('Send your first gift')}</h2>
        <p>{unbroken(say('It arrives by SMS. It can be spent at a shop or taken to M-PESA.'))}</p>
      </div>
      <div className="first-gift-stub">
        <ol className="steps">
          {STEPS.map((step) => (
            <li key={step}>
              <i />
              <span>{unbroken(say(step))}</span>
            </li>
          ))}
        </ol>
        {children}
      </div>
    </section>
  );
}
