import type { UssdSessions } from '@zawadi/contract/ussd-sessions';
import { Phone } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { Cents } from '../cents.tsx';
import { endText, networkName, secondsText, stepsText } from './ussd-words.ts';
import './ussd.css';

const LANGUAGES = { en: 'English', sw: 'Kiswahili' } as const;

/** The USSD sessions of a phone number, newest first: steps by name, never what was typed. */
export function SessionList({ of: { language, sessions, isMore } }: { of: UssdSessions }) {
  if (sessions.length === 0) {
    return (
      <EmptyState title="No USSD sessions in seven days">
        {language !== undefined && `The number chose ${LANGUAGES[language]} earlier.`}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="moves" aria-label="USSD sessions, newest first">
        {sessions.map((session) => (
          <li key={session.sessionId}>
            <span className="tile">
              <Icon of={Phone} />
            </span>
            <div className="what">
              <b>{endText(session)}</b>
              <div className="when">
                <Time at={session.startedAt} /> · {networkName(session.networkCode)} ·{' '}
                {secondsText(session.durationSeconds)}
                {session.costCents !== undefined && (
                  <>
                    {' · '}
                    <Cents amountCents={session.costCents} />
                  </>
                )}
              </div>
              <div className="when">{stepsText(session.steps)}</div>
            </div>
          </li>
        ))}
      </ul>
      <p className="small muted ussd-note">
        {language !== undefined && `Language: ${LANGUAGES[language]}. `}
        {isMore && 'Only the newest 50 are shown. '}
        Sessions are kept for seven days. What was typed is never stored.
      </p>
    </>
  );
}
