import type { ReconciliationStatus } from '@zawadi/contract/reconciliation-items';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { STATUS_WORDS } from './reconciliation-words.ts';

/**
 * Status of an item. It has a coloured background if an administrator needs to act, and none if the item is resolved.
 */
export function ItemStatus({ status }: { status: ReconciliationStatus }) {
  if (status === 'open' || status === 'waiting') {
    return (
      <span className={`badge ${status === 'open' ? 'warn' : 'info'}`}>
        <Icon of={status === 'open' ? TriangleAlert : Clock} />
        {STATUS_WORDS[status]}
      </span>
    );
  }
  return (
    <span className={`status ${status === 'agrees' ? 'success' : 'neutral'}`}>
      <Icon of={Check} />
      {STATUS_WORDS[status]}
    </span>
  );
}
