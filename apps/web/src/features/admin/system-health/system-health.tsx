import type { SystemHealth } from '@zawadi/contract/system-health';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { HealthLines, HealthStateWord } from './health-lines.tsx';
import { WHOLE_WORDS } from './health-words.ts';
import type { useHealth } from './use-health.ts';

const HEALTH_ID = 'health';

type HealthSheetProps = { health: ReturnType<typeof useHealth>; isOpen?: boolean };

/**
 * Shows whether money can move and messages are delivered: one line while all is well, opened if there is a problem.
 */
export function SystemHealthSheet({ health, isOpen = false }: HealthSheetProps) {
  const { data, isError, error, isFetching, refetch } = health;
  if (data !== undefined) return <OpenedOut health={data} isOpen={isOpen} />;
  return (
    <Sheet title="System Health">
      {!isError && <ListSkeleton rows={1} />}
      {isError && (
        <LoadFailure
          title="The health of the system could not be loaded"
          of={{ error, isFetching, refetch }}
        />
      )}
    </Sheet>
  );
}

/** Body of the sheet. It opens when a problem appears; only the administrator closes it. */
function OpenedOut({ health, isOpen }: { health: SystemHealth; isOpen: boolean }) {
  const isGood = health.state === 'good';
  const [wasGood, setWasGood] = useState(isGood);
  const [isShown, setShown] = useState(isOpen || !isGood || isAskedFor());
  const sheet = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isAskedFor()) sheet.current?.scrollIntoView?.();
  }, []);
  if (wasGood !== isGood) {
    setWasGood(isGood);
    if (!isGood) setShown(true);
  }
  return (
    <details
      ref={sheet}
      className="sheet health-sheet"
      id={HEALTH_ID}
      open={isShown}
      onToggle={({ currentTarget }) => setShown(currentTarget.open)}
    >
      <summary className="sheet-head">
        <Icon of={ChevronRight} />
        <h2>System Health</h2>
        <HealthStateWord state={health.state} word={WHOLE_WORDS[health.state]} />
      </summary>
      <HealthLines health={health} />
    </details>
  );
}

/** The administrator may have clicked the link to the sheet before the sheet loaded. */
function isAskedFor(): boolean {
  return location.hash === `#${HEALTH_ID}`;
}

/** One word about the system's health, next to the date; a click opens the sheet. */
export function HealthLink({ state }: Pick<SystemHealth, 'state'>) {
  const open = () => {
    const sheet = document.getElementById(HEALTH_ID);
    if (sheet instanceof HTMLDetailsElement) sheet.open = true;
  };
  return (
    <a href={`#${HEALTH_ID}`} className="health-link" onClick={open}>
      <HealthStateWord state={state} word={WHOLE_WORDS[state]} />
    </a>
  );
}
