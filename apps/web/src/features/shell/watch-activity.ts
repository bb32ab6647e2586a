import { administratorDetails } from '@zawadi/contract/administrators-details';
import { call } from '../../api/call.ts';
import { whenUntouched } from '../../api/exchange.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** A call this soon after a touch counts as the person's. */
const TOUCHED_FOR_MS = 60_000;
/** Far below the 30 minutes after which an administrator is signed out. */
const SAID_EVERY_MS = 5 * 60_000;

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
  const isUntouched = () => Date.now() - touchedAt > TOUCHED_FOR_MS;
  const say = () => {
    if (isUntouched() || Date.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = Date.now();
    void call(administratorDetails).catch(() => undefined);
  };
  const options = { capture: true, passive: true };
  for (const type of TOUCHES) addEventListener(type, touch, options);
  const timer = setInterval(say, TOUCHED_FOR_MS);
  whenUntouched(isUntouched);
  return () => {
    for (const type of TOUCHES) removeEventListener(type, touch, options);
    clearInterval(timer);
    whenUntouched(() => false);
  };
}
