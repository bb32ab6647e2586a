import type { WebhookTry } from '@zawadi/contract/webhooks';
import { say } from '../../../i18n/say.ts';
import { StatusText } from '../../../ui/badge.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { tryText } from './webhook-words.ts';

/** Every delivery attempt of an event with the receiver's answer, latest first. */
export function Tries({ attempts }: { attempts: readonly WebhookTry[] }) {
  return (
    <ol className="tries">
      {attempts.map((attempt) => (
        <li key={attempt.number} className="stack-2">
          <div className="spread">
            <b className="strong">
              {say('Try {number}', { number: attempt.number })}
              {attempt.status !== undefined && `: HTTP ${attempt.status}`}
            </b>
            <StatusText status={attempt.isDelivered ? 'Completed' : 'Failed'} />
          </div>
          <p className="tiny muted num">
            {exactTimeText(new Date(attempt.at))} · {`${attempt.durationMs} ms`}
            <br />
            <span className="break">{attempt.url}</span>
          </p>
          {!attempt.isDelivered && <p className="small">{tryText(attempt)}</p>}
          {attempt.responseBody !== undefined && attempt.responseBody !== '' && (
            <pre className="snippet">{attempt.responseBody}</pre>
          )}
        </li>
      ))}
    </ol>
  );
}
