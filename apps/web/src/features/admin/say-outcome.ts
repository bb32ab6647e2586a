import type { ActionOutcome } from '@zawadi/contract/approvals';
import { toast } from '../../ui/toast.tsx';

/** Shows a toast: the action was executed, or waits for a second administrator (with a link). */
export function toastOutcome({ outcome }: ActionOutcome, done: string, description?: string): void {
  if (outcome === 'done') toast.success(done, description);
  else toast.success('Approval requested', 'A second administrator has to approve it, under Approvals.');
}
