import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';

type SheetProps = {
  title?: string;
  action?: ReactNode;
  isPadded?: boolean;
  className?: string;
  children: ReactNode;
};

/** Box of content on paper. With a title, it has a head, and the action is to the right of the title. */
export function Sheet({ title, action, isPadded = false, className, children }: SheetProps) {
  return (
    <section className={clsx('sheet', isPadded && title === undefined && 'pad', className)}>
      {title !== undefined && (
        <div className="sheet-head">
          <h2>{unbroken(title)}</h2>
          {action}
        </div>
      )}
      {isPadded && title !== undefined ? <div className="pad">{children}</div> : children}
    </section>
  );
}
