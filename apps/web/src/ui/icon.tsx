import type { LucideIcon } from 'lucide-react';

/** A line icon at the size of the text around it. The word beside it says the same, so it is hidden from readers. */
export function Icon({ of: Shape, className = '' }: { of: LucideIcon; className?: string }) {
  return <Shape className={`icon ${className}`} aria-hidden="true" focusable="false" />;
}
