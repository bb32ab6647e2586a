import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

export type MenuEntry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  /** Number of items that wait on the entry's page. */
  count?: number;
  /** Name of the counted items, for screen readers and on hover. */
  countOf?: string;
};
