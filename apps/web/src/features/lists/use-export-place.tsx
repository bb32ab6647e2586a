import type { ReactNode } from 'react';
import { PHONE, useMedia } from '../../ui/use-media.ts';

/** Returns the export buttons for one of two places: next to the title on desktops, below the rows on phones. */
export function useExportPlace(
  exports: ReactNode,
  action?: ReactNode,
): { aside: ReactNode; below: ReactNode } {
  const isPhone = useMedia(PHONE);
  const areBelow = isPhone && Boolean(exports);
  const isEmpty = !action && (areBelow || !exports);
  return {
    // The main action stays mounted in its place, so that its dialog stays open when a phone is rotated.
    aside: !isEmpty && (
      <div className="row">
        {!areBelow && exports}
        {action}
      </div>
    ),
    below: areBelow && <div className="exports">{exports}</div>,
  };
}
