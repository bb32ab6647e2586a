import { useId, type ReactNode } from 'react';
import { unbroken } from '../../i18n/unbroken.tsx';
import { Button } from '../../ui/button.tsx';
import './danger-zone.css';

type Danger = {
  /** Label of the button, which opens a dialog that explains the action and asks for confirmation. */
  action: string;
  /** One sentence: what the action does, and why it cannot be undone. */
  text: ReactNode;
  onAsk: () => void;
};

/** Irreversible actions, at the foot of a person's or shop's page, away from the daily actions. */
export function DangerZone({ dangers }: { dangers: readonly Danger[] }) {
  const headingId = useId();
  if (dangers.length === 0) return null;
  return (
    <section className="sheet danger-zone" aria-labelledby={headingId}>
      <div className="sheet-head">
        <h2 id={headingId}>Danger zone</h2>
      </div>
      <ul>
        {dangers.map(({ action, text, onAsk }) => (
          <li key={action}>
            <p>{unbroken(text)}</p>
            <Button variant="secondary" small className="ends" onClick={onAsk}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
