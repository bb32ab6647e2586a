import type { FraudCaseStatus } from '@zawadi/contract/fraud-cases';
import { Check, FolderOpen, Send } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

const LOOKS = {
  open: { text: 'Open', tone: 'warn', icon: FolderOpen },
  reported: { text: 'Reported', tone: 'info', icon: Send },
  closed: { text: 'Closed', tone: 'neutral', icon: Check },
} as const;

export function CaseStatus({ status }: { status: FraudCaseStatus }) {
  const { text, tone, icon } = LOOKS[status];
  return (
    <span className={`badge ${tone}`}>
      <Icon of={icon} />
      {text}
    </span>
  );
}
