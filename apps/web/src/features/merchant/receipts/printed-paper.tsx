import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { dateText, minuteText } from '../../../ui/time-text.ts';
import { receiptPaper } from './receipt-paper.ts';
import './receipt-paper.css';

type PrintedPaperProps = {
  shop: string;
  /** Address and phone number, below the name. */
  contact?: ReactNode;
  /** Kind and number of the paper; A5 and A4 show them next to the shop. */
  number: readonly [kind: string, which: string];
  children: ReactNode;
};

/**
 * A paper for the till's printer, rendered only while the page prints. Its size is the one chosen on this device.
 * It is a child of the body, because browsers ignore the size of a paper inside a dialog.
 */
export function PrintedPaper({ shop, contact, number: [kind, which], children }: PrintedPaperProps) {
  const paper = useSyncExternalStore(receiptPaper.watch, receiptPaper.read);
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  return createPortal(
    <article className={`paper print-area ${paper}`}>
      <header>
        <div>
          <h1>{shop}</h1>
          {contact}
        </div>
        <p className="paper-number">
          {kind}
          <b className="code">{which}</b>
        </p>
      </header>
      {children}
    </article>,
    document.body,
  );
}

export function PaperLine({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Formats a full date: "Today 10:45" means nothing on paper. */
export function paperMoment(at: string): string {
  const moment = new Date(at);
  return `${dateText(moment)}, ${minuteText(moment)}`;
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // `flushSync`, because the browser lays the page out as soon as the event handler returns.
    const before = () => {
      document.body.classList.add('prints-paper');
      flushSync(() => setPrinting(true));
    };
    const after = () => {
      document.body.classList.remove('prints-paper');
      setPrinting(false);
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      after();
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
