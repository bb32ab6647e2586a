import { useEffect, useRef, type ReactNode } from 'react';

type StepPlaceProps = { steps: readonly string[]; current: number; children: ReactNode };

/** Where the step of a wizard stands. Arriving at another step takes the focus along, so that it is read out. */
export function StepPlace({ steps, current, children }: StepPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(current);
  useEffect(() => {
    if (before.current !== current) place.current?.focus({ preventScroll: true });
    before.current = current;
  }, [current]);
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={steps[current - 1]} className="outline-none">
      {children}
    </div>
  );
}
