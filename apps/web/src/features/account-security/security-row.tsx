import type { ReactNode } from 'react';
import './security.css';

/** One security setting of the account, with its actions. */
export function SecurityRow({
  title,
  badge,
  help,
  children,
}: {
  title: string;
  badge?: ReactNode;
  help: string;
  children: ReactNode;
}) {
  return (
    <div className="security-row">
      <div>
        <h3>
          {title} {badge}
        </h3>
        <p className="tiny muted">{help}</p>
      </div>
      <div className="security-actions">{children}</div>
    </div>
  );
}
