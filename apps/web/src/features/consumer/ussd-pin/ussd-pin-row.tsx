import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  allowUssdWithdrawals,
  ownUssdPin,
  removeOwnUssdPin,
  type OwnUssdPin,
} from '@zawadi/contract/ussd-pins';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { timeInSentence } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ProofDialog } from '../../account-security/proof-dialog.tsx';
import { SecurityRow } from '../../account-security/security-row.tsx';

/** The PIN for USSD of the consumer's phone number, with what its owner may do. Shows nothing without a PIN. */
export function UssdPinRow() {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'allow' | 'remove'>();
  const { data } = useQuery({
    queryKey: queryKeys.ussdPin,
    queryFn: ({ signal }) => call(ownUssdPin, { signal }),
  });
  const pin = data?.ussdPin;
  if (!pin) return null;
  const close = () => setAsked(undefined);
  const change = async (
    endpoint: typeof allowUssdWithdrawals | typeof removeOwnUssdPin,
    password: string,
  ) => {
    queries.setQueryData(queryKeys.ussdPin, await call(endpoint, { body: { password } }));
    close();
  };
  return (
    <SecurityRow title={say('PIN for dialling')} help={helpOf(pin)}>
      {pin.waitsUntil !== null && (
        <Button variant="secondary" small onClick={() => setAsked('allow')}>
          {say('Let it move money')}
        </Button>
      )}
      <Button variant="secondary" small onClick={() => setAsked('remove')}>
        {say('Remove PIN')}
      </Button>
      {asked === 'allow' && (
        <ProofDialog
          title={say('Let this PIN move money?')}
          action={say('Let it move money')}
          busyLabel={say('Checking...')}
          needsCode={false}
          prove={async ({ password }) => {
            await change(allowUssdWithdrawals, password);
            toast.success(say('Your PIN can move money now'));
          }}
          onClose={close}
        >
          <p className="muted">
            {say(
              'Only if you chose the PIN yourself, on your phone. It then withdraws to your own number and pays for gifts.',
            )}
          </p>
        </ProofDialog>
      )}
      {asked === 'remove' && (
        <ProofDialog
          title={say('Remove your PIN for dialling?')}
          action={say('Remove PIN')}
          busyLabel={say('Removing...')}
          variant="danger"
          needsCode={false}
          prove={async ({ password }) => {
            await change(removeOwnUssdPin, password);
            toast.success(say('Your PIN for dialling is removed'));
          }}
          onClose={close}
        >
          <p className="muted">
            {say('Your phone asks for a new PIN at the next call. That PIN moves no money for 24 hours.')}
          </p>
        </ProofDialog>
      )}
    </SecurityRow>
  );
}

function helpOf({ state, waitsUntil }: OwnUssdPin): string {
  if (state === 'locked')
    return say('Locked after three wrong tries. Remove it, then choose another by dialling.');
  if (waitsUntil !== null) {
    return say('A new PIN. It moves no money until {time}.', { time: timeInSentence(new Date(waitsUntil)) });
  }
  return say('Shows balance and codes on any phone, withdraws to your number and pays for gifts');
}
