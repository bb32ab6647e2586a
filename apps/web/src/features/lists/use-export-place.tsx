import type { ReactNode } from 'react';
import { PHONE, useMedia } from '../../ui/use-media.ts';

/** Places the export buttons: next to the title on desktops, below everything on phones, where rows come first. */
export function useExportPlace(
  exports: ReactNode,
  action?: ReactNode,
): { aside: ReactNode; below: ReactNode } {
  const isPhone = useMedia(PHONE);
  const areBelow = isPhone && Boolean(exports);
  const isEmpty = !action && (areBelow || !exports);
  return {
    // The action stays mounted in its place, so that its dialog survives the rotation of a phone.
    aside: !isEmpty && (
      <div className="row">
        {!areBelow && exports}
        {action}
      </div>
    ),
    below: areBelow && <div className="exports">{exports}</div>,
  };
}
