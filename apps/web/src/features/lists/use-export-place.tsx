import type { ReactNode } from 'react';
import { PHONE, useMedia } from '../../ui/use-media.ts';

/** Files are saved beside the title on desks, and below everything on phones, where the rows come first. */
export function useExportPlace(
  exports: ReactNode,
  action?: ReactNode,
): { aside: ReactNode; below: ReactNode } {
  const isPhone = useMedia(PHONE);
  if (!exports) return { aside: action, below: undefined };
  if (isPhone) return { aside: action, below: <div className="exports">{exports}</div> };
  return {
    aside: (
      <div className="row">
        {exports}
        {action}
      </div>
    ),
    below: undefined,
  };
}
