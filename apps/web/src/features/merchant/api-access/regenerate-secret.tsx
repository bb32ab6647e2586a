import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateMerchantSecret } from '@zawadi/contract/merchants';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.tsx';

type RegenerateSecretProps = { apiKey: string; onMade: (secret: string) => void };

/** Says that the old secret dies, and makes a new one. */
export function RegenerateSecret(props: RegenerateSecretProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="actions">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon of={RefreshCw} />
        Regenerate secret
      </Button>
      {isOpen && <RegenerateDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

// The password field says these; a toast would say them twice.
const AT_THE_PASSWORD = new Set(['password_required', 'password_wrong']);

/** Asks for the password only where the sign-in is too long ago, which the server says. */
function RegenerateDialog({ apiKey, onMade, onClose }: RegenerateSecretProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const making = useMutation({
    mutationFn: () =>
      call(updateMerchantSecret, { body: { apiKey, ...(password !== undefined && { password }) } }),
    onSuccess: async ({ apiSecret }) => {
      onClose();
      onMade(apiSecret);
      toast.success('API Secret Regenerated', 'Copy it now. It is visible for 30 seconds.');
      await queries.invalidateQueries({ queryKey: queryKeys.apiAccess });
    },
    onError: (error) => {
      if (codeOf(error) === 'password_required') setPassword((typed) => typed ?? '');
      if (!AT_THE_PASSWORD.has(codeOf(error)))
        toast.error(sentenceOf(error, 'Failed to regenerate API secret'));
    },
  });
  return (
    <FormDialog
      title="Regenerate the API secret?"
      action="Regenerate secret"
      busyLabel="Regenerating..."
      variant="danger"
      isBusy={making.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(password === '');
        if (!making.isPending && password !== '') making.mutate();
      }}
      onClose={onClose}
    >
      <p className="muted">
        The old secret stops working at once: every till and shop that uses it is refused until it has the new
        one. You can read the new secret for 30 seconds, and never again.
      </p>
      {password !== undefined && (
        <>
          <p className="muted">You signed in a while ago, so we ask for your password once more.</p>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            error={isMissing ? 'Please enter your password' : wrongPassword(making.error)}
          />
        </>
      )}
    </FormDialog>
  );
}

function wrongPassword(error: unknown): string | undefined {
  return codeOf(error) === 'password_wrong' ? sentenceOf(error) : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof CallRefused ? error.code : '';
}
