import { lazy, Suspense } from 'react';
import type { ProofDialogProps } from './proof-form-dialog.tsx';

const ProofFormDialog = lazy(async () => ({
  default: (await import('./proof-form-dialog.tsx')).ProofFormDialog,
}));

/** Dialog that asks for the password. Loaded only when it opens, since people rarely need it. */
export function ProofDialog(props: ProofDialogProps) {
  return (
    <Suspense>
      <ProofFormDialog {...props} />
    </Suspense>
  );
}
