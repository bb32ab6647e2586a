import { useEffect, useRef } from 'react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import { PHONE, useMedia } from './use-media.ts';

type MoreButtonProps = {
  onMore: () => void;
  isBusy: boolean;
  /** Presses itself when it comes near the screen, but for phones, where what stands below the list is reached too. */
  isEager?: boolean;
};

// So early that a steady scroll meets rows and no button.
const NEAR = '600px';

/** The rest of a list. */
export function MoreButton({ onMore, isBusy, isEager = false }: MoreButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const pressesItself = !useMedia(PHONE) && isEager;
  useEffect(() => {
    if (!pressesItself || isBusy || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [pressesItself, isBusy, onMore]);
  return (
    <div ref={place} className="pad centred">
      <Button variant="secondary" onClick={onMore} isBusy={isBusy} busyLabel={say('Loading...')}>
        {say('Show more')}
      </Button>
    </div>
  );
}
