import { useNavigate } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import { CircleCheck, Eye, Pencil, PauseCircle } from 'lucide-react';
import { useState } from 'react';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { useRights } from '../use-rights.ts';
import { EditMerchant } from './edit-merchant.tsx';
import { ReactivateMerchant, SuspendMerchant } from './status-confirm-dialogs.tsx';

/** What can be done with a merchant of the list, and the dialog of what was chosen. */
export function MerchantMenu({ merchant }: { merchant: Merchant }) {
  const { isAdministrator } = useRights();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'edit' | 'suspend' | 'reactivate'>();
  const close = () => setAsking(undefined);
  const { merchantCode, businessName, status } = merchant;
  const view = () => void navigate({ to: '/admin/merchants/$merchantCode', params: { merchantCode } });
  const isIn = status === 'ACTIVE' || status === 'PENDING';
  const changes = [
    { label: 'Edit Merchant', icon: Pencil, onSelect: () => setAsking('edit') },
    isIn
      ? { label: 'Suspend', icon: PauseCircle, onSelect: () => setAsking('suspend') }
      : { label: 'Reactivate', icon: CircleCheck, onSelect: () => setAsking('reactivate') },
  ];
  return (
    <>
      <ActionMenu
        label={`Actions for ${businessName}`}
        actions={[{ label: 'View Details', icon: Eye, onSelect: view }, ...(isAdministrator ? changes : [])]}
      />
      {asking === 'edit' && <EditMerchant merchant={merchant} onClose={close} />}
      {asking === 'suspend' && <SuspendMerchant merchant={merchant} onClose={close} />}
      {asking === 'reactivate' && <ReactivateMerchant merchant={merchant} onClose={close} />}
    </>
  );
}
