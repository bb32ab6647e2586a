import { formatKes } from '@zawadi/contract/money';
import type { Work } from '@zawadi/contract/work-list';
import { Clock } from 'lucide-react';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { figureText } from '../figure-text.ts';
import { PathLink } from '../path-link.tsx';
import { useWorkList } from './use-work-list.ts';
import { ageText, WORK_WORDS, type ListedKind } from './work-words.ts';
import './work-list.css';

type Listed = Work & { kind: ListedKind };

/** Work that waits for the signed-in administrator; the nearest deadline is first. */
export function WorkSheet() {
  const list = useWorkList();
  const rows = list.data?.work.filter(isListed);
  const count = rows?.reduce((sum, one) => sum + one.count, 0) ?? 0;
  return (
    <Sheet
      title="To do"
      action={count > 0 && <span className="muted small num">{figureText(count)} waiting</span>}
    >
      {rows === undefined && (
        <LoadFailure title="The work list could not be loaded" of={list}>
          Nothing on it is lost.
        </LoadFailure>
      )}
      {rows?.length === 0 && <p className="work-none muted">Nothing is waiting.</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="work">
          {rows.map((work, index) => (
            <Row key={work.kind} work={work} now={new Date(list.dataUpdatedAt)} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function isListed(work: Work): work is Listed {
  return work.kind !== 'alerts';
}

function Row({ work, now, isFirst }: { work: Listed; now: Date; isFirst: boolean }) {
  const { kind, count, oldestAt, isLate, amount, nextStep, path } = work;
  const { label, verb } = WORK_WORDS[kind];
  const since = new Date(oldestAt);
  const age = ageText(since, now);
  const name = label[count === 1 ? 0 : 1];
  return (
    <li>
      <span className="n">{figureText(count)}</span>
      <div className="t">
        <h3>{name}</h3>
        <time
          className={isLate ? 'age late' : 'age'}
          dateTime={oldestAt}
          title={`The oldest: ${exactTimeText(since)}`}
        >
          {isLate && <Icon of={Clock} />}
          {isLate ? `Late: ${age}` : age}
        </time>
      </div>
      <p className="first">
        {unbroken(firstText(work))}
        {amount !== undefined && ` ${formatKes(amount)}${count > 1 ? ' together' : ''}.`} {nextStep}
      </p>
      <PathLink
        path={path}
        className={buttonClass({ variant: isFirst ? 'primary' : 'secondary', small: true })}
      >
        {verb}
        <span className="sr">: {name}</span>
      </PathLink>
    </li>
  );
}

/** Describes the oldest item. M-PESA's open payments are counted by kind instead. */
function firstText({ kind, count, first }: Listed): string {
  const isOldestOfMany = count > 1 && kind !== 'unknown-payments';
  return `${isOldestOfMany ? `The oldest: ${first}` : first}.`.replace(/\.\.$/u, '.');
}
