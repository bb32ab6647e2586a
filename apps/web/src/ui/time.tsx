import { exactTimeText, shortTimeText, timeInSentence, timeText } from './time-text.ts';

/** A moment as people say it; the exact time shows on hover. `at` is an ISO timestamp. */
export function Time({ at, isMidSentence = false }: { at: string; isMidSentence?: boolean }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      {isMidSentence ? timeInSentence(moment) : timeText(moment)}
    </time>
  );
}

/** In a row of a list, which has room for the day alone on a phone. */
export function RowTime({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      <span className="on-desk">{timeText(moment)}</span>
      <span className="on-phone">{shortTimeText(moment)}</span>
    </time>
  );
}
