import { initials } from './initials.ts';

/** A person without a picture: their initials. The name stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  );
}
