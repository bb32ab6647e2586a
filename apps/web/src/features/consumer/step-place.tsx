import { useEffect, useRef, type ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import type { Phrase } from '../../i18n/say.ts';
import './wizard.css';

type StepPlaceProps = { steps: readonly Phrase[]; current: number; children: ReactNode };

/** Where the step of a wizard stands. Arriving at another step takes the focus along, so that it is read out. */
export function StepPlace({ steps, current, children }: StepPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(current);
  const name = steps[current - 1];
  useEffect(() => {
    if (before.current !== current) place.current?.focus({ preventScroll: true });
    before.current = current;
  }, [current]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label={name && say(name)}
      className="wizard [box-shadow:none] [outline-style:none]"
    >
      {children}
    </div>
  );
}
