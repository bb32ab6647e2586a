import { bookReconciliationItem } from '@zawadi/contract/reconciliation-items';
import type { Correction, ReconciliationItem } from '@zawadi/contract/reconciliation-items';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Cents } from '../cents.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { sayOutcome } from '../say-outcome.ts';
import { CORRECTIONS, itemName } from './reconciliation-words.ts';
import { useRefreshReconciliation } from './use-reconciliation.ts';

/** Corrects the ledger by what an item differs; nothing that stands there is changed. */
export function BookItem({ item, onClose }: { item: ReconciliationItem; onClose: () => void }) {
  const refresh = useRefreshReconciliation();
  const [correction, setCorrection] = useState<Correction>(item.kind === 'charge' ? 'charge' : 'suspense');
  const { itemId, differenceCents } = item;
  return (
    <ConfirmDialog
      title={`Correct the ledger for ${itemName(item)}?`}
      reason="required"
      action="Correct the ledger"
      busyLabel="Booking..."
      confirm={async (reason) => {
        const { action } = await call(bookReconciliationItem, { body: { itemId, correction, reason } });
        sayOutcome(action, 'The ledger was corrected');
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <p className="muted">
        A new transfer of <Cents amountCents={differenceCents} /> is posted; what stands in the ledger stays.
        From KES 10,000 on a second administrator has to approve it.
      </p>
      <SelectField
        label="Where the difference goes"
        value={correction}
        options={CORRECTIONS}
        help={CORRECTIONS.find(({ value }) => value === correction)?.effect}
        onChange={({ target }) =>
          setCorrection(CORRECTIONS.find(({ value }) => value === target.value)?.value ?? correction)
        }
      />
    </ConfirmDialog>
  );
}
