import type { ReactNode } from 'react';
import './security.css';

/** One thing about the security of the account, with what can be done about it. */
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
