import type { LucideIcon } from 'lucide-react';

/**
 * A line icon at the size of the text around it. Hidden from screen readers, since the word next to it says the same.
 */
export function Icon({ of: Shape, className = '' }: { of: LucideIcon; className?: string }) {
  return <Shape className={`icon ${className}`} aria-hidden="true" focusable="false" />;
}
