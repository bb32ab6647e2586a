import { useQuery } from '@tanstack/react-query';
import { ownLetters, type LetterAbout, type OwnLetter } from '@zawadi/contract/support';
import { shortReference } from '@zawadi/contract/short-reference';
import { Check, Mail } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Icon } from '../../../ui/icon.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { usePages } from '../../lists/use-pages.ts';

/** Loads the shop's letters to support, newest first. */
export function useLetters() {
  return usePages(ownLetters, { queryKey: queryKeys.ownLetters({}) });
}

/** Loads the letters about one object. */
export function useLettersAbout(about: LetterAbout) {
  const query = 'batchId' in about ? { batchId: about.batchId } : { redemptionId: about.redemptionId };
  return useQuery({
    queryKey: queryKeys.ownLetters(query),
    queryFn: ({ signal }) => call(ownLetters, { query: { ...query, limit: 20 }, signal }),
    select: ({ letters }) =>
      about.kind === 'entry' ? letters.filter((letter) => isAboutEntry(letter, about)) : letters,
  });
}

function isAboutEntry({ about }: OwnLetter, { transactionId }: { transactionId: string }): boolean {
  return about?.kind === 'entry' && about.transactionId === transactionId;
}

/** Letters with their state, and the answer if it is known. */
export function Letters({ letters }: { letters: readonly OwnLetter[] }) {
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
            {say('{name}, {time}, reference {reference}', {
              name: letter.writerName,
              time: exactTimeText(new Date(letter.sentAt)),
              reference: shortReference(letter.supportRequestId),
            })}
            {letter.reference !== null && ` · ${letter.reference}`}
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

function LetterState({ status }: Pick<OwnLetter, 'status'>) {
  const isOpen = status === 'OPEN';
  return (
    <span className={isOpen ? 'badge warn' : 'status success'}>
      <Icon of={isOpen ? Mail : Check} />
      {isOpen ? say('With us') : say('Answered')}
    </span>
  );
}
