import { exactTimeText, timeText } from './time-text.ts';

/** A moment as people say it; the exact time shows on hover. `at` is an ISO timestamp. */
export function Time({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={exactTimeText(moment)}>
      {timeText(moment)}
    </time>
  );
}
