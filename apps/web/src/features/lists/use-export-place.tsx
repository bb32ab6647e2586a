import type { ReactNode } from 'react';
import { PHONE, useMedia } from '../../ui/use-media.ts';

/** Files are saved beside the title on desks, and below everything on phones, where the rows come first. */
export function useExportPlace(
  exports: ReactNode,
  action?: ReactNode,
): { aside: ReactNode; below: ReactNode } {
  const isPhone = useMedia(PHONE);
  const areBelow = isPhone && Boolean(exports);
  const isEmpty = !action && (areBelow || !exports);
  return {
    // The action stays in its place, so that its dialog survives a phone that is turned.
    aside: !isEmpty && (
      <div className="row">
        {!areBelow && exports}
        {action}
      </div>
    ),
    below: areBelow && <div className="exports">{exports}</div>,
  };
}
