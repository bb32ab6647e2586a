import { useEffect, useRef, type ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import type { Phrase } from '../../i18n/say.ts';
import './wizard.css';

type StepPlaceProps = { steps: readonly Phrase[]; current: number; children: ReactNode };

/** Frame around the steps of a wizard. Moves the focus to each new step, so that screen readers announce it. */
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
