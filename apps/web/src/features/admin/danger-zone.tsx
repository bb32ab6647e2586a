import { useId, type ReactNode } from 'react';
import { unbroken } from '../../i18n/unbroken.tsx';
import { Button } from '../../ui/button.tsx';
import './danger-zone.css';

type Danger = {
  /** The button's label; the dialog that follows explains and asks for confirmation. */
  action: string;
  /** One sentence: what it does, and why it cannot be undone. */
  text: ReactNode;
  onAsk: () => void;
};

/** Irreversible actions, apart from the daily ones, at the foot of a person's or shop's page. */
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
