import { useEffect, useState } from 'react';
import { say } from '../i18n/say.ts';
import { countdownText } from './time-text.ts';
import '../styles/progress-layer.css';

const RADIUS = 52;
const CIRCLE = 2 * Math.PI * RADIUS;

/** Shows the remaining time of a wait (`0:47`), updated once a second. Both props are timestamps in milliseconds. */
export function CountdownRing({ startedAtMs, endsAtMs }: { startedAtMs: number; endsAtMs: number }) {
  const whole = Math.max(1, (endsAtMs - startedAtMs) / 1000);
  // If this phone's clock is a little behind the server's, the countdown must not start at 1:01.
  const left = Math.min(useSecondsLeft(endsAtMs), Math.ceil(whole));
  const share = Math.min(1, left / whole);
  return (
    <div className="countdown" role="timer" aria-label={say('{time} left', { time: countdownText(left) })}>
      <svg viewBox="0 0 120 120" aria-hidden="true" fill="none" strokeWidth="8">
        <circle className="countdown-track" cx="60" cy="60" r={RADIUS} />
        <circle
          className="countdown-left"
          cx="60"
          cy="60"
          r={RADIUS}
          strokeDasharray={`${share * CIRCLE} ${CIRCLE}`}
        />
      </svg>
      <b>
        <span translate="no">{countdownText(left)}</span>
        <small>{say('left')}</small>
      </b>
    </div>
  );
}

/** Returns the whole seconds until a time (ms since 1970), counting down to zero. */
export function useSecondsLeft(endsAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(tick);
  }, []);
  return Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
}
