import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { addMerchant } from '@zawadi/contract/merchants';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type SameContact = CallAnswer<typeof addMerchant>['sameContact'];

/** Warns that other merchants have the email address of the one that was just added. */
export function SameContactDialog({ others, onClose }: { others: SameContact; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Is this a branch?"
      actions={<Button onClick={onClose}>Keep both merchants</Button>}
    >
      <p>
        The merchant was added. {others.length === 1 ? 'Another merchant has' : 'Other merchants have'} the
        same contact email. If this is a branch, close the new merchant, and ask the owner to add a place in
        the portal under Settings: balance and pay-out then stay together.
      </p>
      <ul className="stack-2">
        {others.map(({ merchantId, merchantCode, businessName }) => (
          <li key={merchantId}>
            <Link to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
              {businessName}
            </Link>{' '}
            <span className="code muted">{merchantCode}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
