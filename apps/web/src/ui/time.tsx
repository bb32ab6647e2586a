import { exactTimeText, shortTimeText, timeInSentence, timeText } from './time-text.ts';

/**
 * Shows a moment in short ("Today 14:05"); the exact time appears on hover.
 * @param props.at ISO timestamp
 */
export function Time({ at, isMidSentence = false }: { at: string; isMidSentence?: boolean }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      {isMidSentence ? timeInSentence(moment) : timeText(moment)}
    </time>
  );
}

/** Shows a moment in a row of a list; on phones, only the day fits. */
export function RowTime({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      <span className="on-desk">{timeText(moment)}</span>
      <span className="on-phone">{shortTimeText(moment)}</span>
    </time>
  );
}
