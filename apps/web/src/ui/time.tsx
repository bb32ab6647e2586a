import { exactTimeText, timeInSentence, timeText } from './time-text.ts';

/** A moment as people say it; the exact time shows on hover. `at` is an ISO timestamp. */
export function Time({ at, isMidSentence = false }: { at: string; isMidSentence?: boolean }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      {isMidSentence ? timeInSentence(moment) : timeText(moment)}
    </time>
  );
}
