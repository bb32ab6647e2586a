import { administratorDetails } from '@zawadi/contract/administrators-details';
import { call } from '../../api/call.ts';
import { registerIdleCheck } from '../../api/exchange.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** A call this soon after a touch counts as the person's. */
const ACTIVE_WINDOW_MS = 60_000;
/** Far below the 30 minutes after which an administrator is signed out. */
const REPORT_INTERVAL_MS = 5 * 60_000;

/**
 * Marks calls that the page makes without the administrator. While a person types or reads without making calls, it
 * makes one every five minutes. So the session does not end during a long text.
 * @returns a function that stops it
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
