import { useMutation, useQueryClient } from '@tanstack/react-query';
import { giveUpWallet } from '@zawadi/contract/wallets';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';

/** A rest too small for M-PESA can be given up, so that the account can be closed. */
export function GiveUp({ balance, minimum }: { balance: number; minimum: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const giving = useGivingUp(() => setIsAsking(false));
  if (balance === 0 || balance >= minimum) return null;
  const amount = formatKes(balance);
  return (
    <div className="small muted">
      {say('{amount} is less than M-PESA can pay out.', { amount })}{' '}
      <Button variant="quiet" small onClick={() => setIsAsking(true)}>
        {say('Give it up')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={say('Give up {amount}?', { amount })}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {say('Keep it')}
            </Button>
            <Button
              variant="danger"
              onClick={() => giving.mutate(balance)}
              isBusy={giving.isPending}
              busyLabel={say('Giving up...')}
            >
              {say('Give it up')}
            </Button>
          </>
        }
      >
        <p>
          {say(
            'Your wallet will be empty, so that you can close your account. This cannot be undone. You can also keep the money: more gifts bring it above {minimum}.',
            { minimum: formatKes(minimum) },
          )}
        </p>
      </Dialog>
    </div>
  );
}

function useGivingUp(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (amount: number) => call(giveUpWallet, { body: { amount } }),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: queryKeys.wallet });
    },
  });
}
