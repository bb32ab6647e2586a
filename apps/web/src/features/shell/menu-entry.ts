import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

export type MenuEntry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  /** What waits there. */
  count?: number;
  /** What the count is of, for a screen reader and on hover. */
  countOf?: string;
};
