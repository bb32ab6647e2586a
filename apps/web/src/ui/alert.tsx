import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';
import { Icon } from './icon.tsx';

const ICONS = { info: Info, success: CircleCheck, warn: TriangleAlert, danger: CircleX } as const;

type AlertProps = {
  tone?: keyof typeof ICONS;
  icon?: LucideIcon;
  /** Whether screen readers announce the message when it appears. */
  isLive?: boolean;
  children: ReactNode;
};

/** A message within the page. */
export function Alert({ tone = 'info', icon, isLive = false, children }: AlertProps) {
  const role = tone === 'danger' ? 'alert' : 'status';
  return (
    <div className={`alert ${tone}`} role={isLive ? role : undefined}>
      <Icon of={icon ?? ICONS[tone]} />
      <div>{unbroken(children)}</div>
    </div>
  );
}
