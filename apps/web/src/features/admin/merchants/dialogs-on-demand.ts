import { lazy } from 'react';

// These dialogs load when an administrator opens one; each needs a `Suspense` around it.

const statusDialogs = () => import('./status-confirm-dialogs.tsx');
const formDialogs = () => import('./merchant-dialogs.tsx');

export const AddMerchant = lazy(async () => ({ default: (await formDialogs()).AddMerchant }));
export const EditMerchant = lazy(async () => ({ default: (await formDialogs()).EditMerchant }));
export const NewPosting = lazy(async () => ({
  default: (await import('../posting-requests/new-posting.tsx')).NewPosting,
}));
export const ManageBalance = lazy(async () => ({
  default: (await import('../adjustments/manage-balance.tsx')).ManageBalance,
}));
export const ApproveMerchant = lazy(async () => ({ default: (await statusDialogs()).ApproveMerchant }));
export const SuspendMerchant = lazy(async () => ({ default: (await statusDialogs()).SuspendMerchant }));
export const ReactivateMerchant = lazy(async () => ({ default: (await statusDialogs()).ReactivateMerchant }));
export const CloseMerchant = lazy(async () => ({ default: (await statusDialogs()).CloseMerchant }));
export const ResetOwnerPassword = lazy(async () => ({ default: (await statusDialogs()).ResetOwnerPassword }));
export const SameContactDialog = lazy(async () => ({
  default: (await import('./same-contact-dialog.tsx')).SameContactDialog,
}));
