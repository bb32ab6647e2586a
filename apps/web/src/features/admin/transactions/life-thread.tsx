import { ChevronRight } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { clockText, dateText, exactTimeText } from '../../../ui/time-text.ts';
import { LedgerPosting } from './ledger-posting.tsx';
import type { LifeItem } from './transaction-life.ts';
import './life.css';

const CLASSES = { done: 'ok', now: 'now', failed: 'bad', noted: undefined } as const;

/** The life of a payment as knots on a thread; what M-PESA sent lies folded under its moment. */
export function LifeThread({ items }: { items: readonly LifeItem[] }) {
  return (
    <ol className="thread life">
      {items.map((item, index) => (
        <li key={item.key} className={CLASSES[item.state]}>
          <h3>
            {item.title} <Moment at={item.at} after={items[index - 1]?.at} />
          </h3>
          {item.note !== undefined && <p>{item.note}</p>}
          {item.raw !== undefined && <RawMessage {...item.raw} />}
          {item.entries !== undefined && <LedgerPosting entries={item.entries} />}
        </li>
      ))}
    </ol>
  );
}

/** The day is said where it begins. */
function Moment({ at, after }: { at: string; after: string | undefined }) {
  const moment = new Date(at);
  const day = dateText(moment);
  const isSameDay = after !== undefined && dateText(new Date(after)) === day;
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      {isSameDay ? clockText(moment) : `${day} ${clockText(moment)}`}
    </time>
  );
}

function RawMessage({ outcome, body }: NonNullable<LifeItem['raw']>) {
  return (
    <details className="raw">
      <summary>
        <Icon of={ChevronRight} />
        As it came
        <span>{outcome}</span>
      </summary>
      <pre>{JSON.stringify(body, undefined, 2)}</pre>
    </details>
  );
}
