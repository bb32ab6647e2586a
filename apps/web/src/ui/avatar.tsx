import { useState } from 'react';
import { initials } from './initials.ts';

/** A person's picture, or their initials. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, pictureUrl = null }: { name: string; pictureUrl?: string | null }) {
  const [failed, setFailed] = useState<string>();
  if (pictureUrl !== null && pictureUrl !== failed)
    return <img className="avatar" src={pictureUrl} alt="" onError={() => setFailed(pictureUrl)} />;
  return (
    <span className="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  );
}
