import { useId, type ReactNode } from 'react';
import { unbroken } from '../../i18n/unbroken.tsx';
import { Button } from '../../ui/button.tsx';
import './danger-zone.css';

type Danger = {
  /** The words of the button; the dialog that follows explains what happens and asks again. */
  action: string;
  /** What it does and why it cannot be taken back, in a sentence. */
  text: ReactNode;
  onAsk: () => void;
};

/** What cannot be undone, apart from the daily actions, at the foot of the page of the person or shop. */
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
