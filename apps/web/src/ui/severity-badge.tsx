import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { say } from '../i18n/say.ts';
import { Icon } from './icon.tsx';

const LOOKS = {
  Low: { tone: 'info', icon: Info },
  Medium: { tone: 'warn', icon: TriangleAlert },
  High: { tone: 'danger', icon: CircleAlert },
} as const;

/** The severity of an alert. */
export function SeverityBadge({ severity }: { severity: keyof typeof LOOKS }) {
  const { tone, icon } = LOOKS[severity];
  return (
    <span className={`badge ${tone}`}>
      <Icon of={icon} />
      {say(severity)}
    </span>
  );
}
