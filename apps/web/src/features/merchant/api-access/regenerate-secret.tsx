import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateMerchantSecret } from '@zawadi/contract/merchants';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';

type RegenerateSecretProps = { apiKey: string; onMade: (secret: string) => void };

/** Says that the old secret dies, and makes a new one. */
export function RegenerateSecret({ apiKey, onMade }: RegenerateSecretProps) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: () => call(updateMerchantSecret, { body: { apiKey } }),
    onSuccess: async ({ apiSecret }) => {
      setOpen(false);
      onMade(apiSecret);
      toast.success('API Secret Regenerated', 'Copy it now. It is visible for 30 seconds.');
      await queries.invalidateQueries({ queryKey: queryKeys.apiAccess });
    },
    onError: (error) => toast.error(sentenceOf(error, 'Failed to regenerate API secret')),
  });
  const close = () => setOpen(false);
  return (
    <div className="actions">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon of={RefreshCw} />
        Regenerate secret
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Regenerate the API secret?"
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Keep the old one
            </Button>
            <Button
              variant="danger"
              isBusy={making.isPending}
              busyLabel="Regenerating..."
              onClick={() => making.mutate()}
            >
              Regenerate secret
            </Button>
          </>
        }
      >
        <p className="muted">
          The old secret stops working at once: every till and shop that uses it is refused until it has the
          new one. You can read the new secret for 30 seconds, and never again.
        </p>
      </Dialog>
    </div>
  );
}
