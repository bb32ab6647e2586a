import { administratorDetails } from '@zawadi/contract/administrators-details';
import { call } from '../../api/call.ts';
import { registerIdleCheck } from '../../api/exchange.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** A call within this time after an input counts as made by the person. */
const ACTIVE_WINDOW_MS = 60_000;
/** Much shorter than the 30 idle minutes after which an administrator is signed out. */
const REPORT_INTERVAL_MS = 5 * 60_000;

/**
 * Marks calls that the page makes while the administrator is idle. While the administrator types or reads without
 * making calls, sends a call every five minutes. So the session does not end.
 * @returns a function that stops the watch
 */
export function watchActivity(): () => void {
  let touchedAt = Date.now();
  let saidAt = touchedAt;
  const touch = () => {
    touchedAt = Date.now();
  };
  const isUntouched = () => Date.now() - touchedAt > ACTIVE_WINDOW_MS;
  const say = () => {
    if (isUntouched() || Date.now() - saidAt < REPORT_INTERVAL_MS) return;
    saidAt = Date.now();
    void call(administratorDetails).catch(() => undefined);
  };
  const options = { capture: true, passive: true };
  for (const type of TOUCHES) addEventListener(type, touch, options);
  const timer = setInterval(say, ACTIVE_WINDOW_MS);
  registerIdleCheck(isUntouched);
  return () => {
    for (const type of TOUCHES) removeEventListener(type, touch, options);
    clearInterval(timer);
    registerIdleCheck(() => false);
  };
}
