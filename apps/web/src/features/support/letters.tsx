import type { ConsumerLetter, OwnLetter } from '@zawadi/contract/support';
import { shortReference } from '@zawadi/contract/short-reference';
import { Check, Mail } from 'lucide-react';
import { say } from '../../i18n/say.ts';
import { Icon } from '../../ui/icon.tsx';
import { exactTimeText } from '../../ui/time-text.ts';
import './letters.css';

/** Letters with their state, and the answer if it is known. */
export function Letters({ letters }: { letters: readonly (OwnLetter | ConsumerLetter)[] }) {
  return (
    <ul className="own-letters">
      {letters.map((letter) => (
        <li key={letter.supportRequestId} className="stack-1">
          <p className="own-letter-head">
            <b className="strong">{letter.subject}</b>
            <LetterState status={letter.status} />
          </p>
          <p className="letter">{letter.message}</p>
          <p className="tiny muted">
            {'writerName' in letter
              ? say('{name}, {time}, reference {reference}', { name: letter.writerName, ...timesOf(letter) })
              : say('{time}, reference {reference}', timesOf(letter))}
            {'reference' in letter && letter.reference !== null && ` · ${letter.reference}`}
          </p>
          {letter.answeredAt !== null && (
            <div className="own-letter-answer stack-1">
              <b className="strong small">
                {say('Our answer, {time}', { time: exactTimeText(new Date(letter.answeredAt)) })}
              </b>
              <p className="letter">{letter.answer ?? say('We answered by email.')}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function timesOf({ sentAt, supportRequestId }: Pick<OwnLetter, 'sentAt' | 'supportRequestId'>) {
  return { time: exactTimeText(new Date(sentAt)), reference: shortReference(supportRequestId) };
}

function LetterState({ status }: Pick<OwnLetter, 'status'>) {
  const isOpen = status === 'OPEN';
  return (
    <span className={isOpen ? 'badge warn' : 'status success'}>
      <Icon of={isOpen ? Mail : Check} />
      {isOpen ? say('With us') : say('Answered')}
    </span>
  );
}
