import type { LucideIcon } from 'lucide-react';

/**
 * Line icon in the size of the surrounding text. Hidden from screen readers, since the word next to it has the same
 * meaning.
 */
export function Icon({ of: Shape, className = '' }: { of: LucideIcon; className?: string }) {
  return <Shape className={`icon ${className}`} aria-hidden="true" focusable="false" />;
}
