import { lazy, Suspense } from 'react';
import type { ProofDialogProps } from './proof-form-dialog.tsx';

const ProofFormDialog = lazy(async () => ({
  default: (await import('./proof-form-dialog.tsx')).ProofFormDialog,
}));

/** The dialog that asks for the password, fetched when it opens: pages that may ask for it rarely do. */
export function ProofDialog(props: ProofDialogProps) {
  return (
    <Suspense>
      <ProofFormDialog {...props} />
    </Suspense>
  );
}
