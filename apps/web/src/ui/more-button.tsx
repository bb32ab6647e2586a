import { useEffect, useRef } from 'react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import { PHONE, useMedia } from './use-media.ts';

type MoreButtonProps = {
  onMore: () => void;
  isBusy: boolean;
  /**
   * Whether to load more rows when the button comes near the screen. Never on phones, where people must reach the
   * content below the list.
   */
  isEager?: boolean;
};

// Far enough that a person who scrolls steadily never sees the button.
const NEAR = '600px';

/** Button that loads the next rows of a list. */
export function MoreButton({ onMore, isBusy, isEager = false }: MoreButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const loadsAutomatically = !useMedia(PHONE) && isEager;
  useEffect(() => {
    if (!loadsAutomatically || isBusy || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loadsAutomatically, isBusy, onMore]);
  return (
    <div ref={place} className="pad centred">
      <Button variant="secondary" onClick={onMore} isBusy={isBusy} busyLabel={say('Loading...')}>
        {say('Show more')}
      </Button>
    </div>
  );
}
