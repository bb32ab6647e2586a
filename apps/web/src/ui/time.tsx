import { exactTimeText, shortTimeText, timeInSentence, timeText } from './time-text.ts';

/** A time as people say it; the exact time shows on hover. `at` is an ISO timestamp. */
export function Time({ at, isMidSentence = false }: { at: string; isMidSentence?: boolean }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      {isMidSentence ? timeInSentence(moment) : timeText(moment)}
    </time>
  );
}

/** For a row of a list; on a phone it has room for the day alone. */
export function RowTime({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      <span className="on-desk">{timeText(moment)}</span>
      <span className="on-phone">{shortTimeText(moment)}</span>
    </time>
  );
}
