import { useEffect, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { countdownText } from '../../../ui/time-text.ts';
import type { TillProblem } from './till-problem.ts';

/** Why a voucher cannot be redeemed, and how long it takes when it is only a matter of waiting. */
export function TillProblemAlert({ title, advice, waitSeconds }: TillProblem) {
  return (
    <Alert tone="danger" isLive>
      <b className="strong till-line">{title}</b>
      {advice}
      {waitSeconds !== undefined && <Wait seconds={waitSeconds} />}
    </Alert>
  );
}

function Wait({ seconds }: { seconds: number }) {
  const left = useSecondsLeft(seconds);
  return (
    <span className="till-line strong num" role="timer">
      {left > 0 ? `You can try again in ${countdownText(left)}` : 'You can try again now.'}
    </span>
  );
}

function useSecondsLeft(seconds: number): number {
  const [until] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, (until - Date.now()) / 1_000)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
