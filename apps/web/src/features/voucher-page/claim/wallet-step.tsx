import { useRef } from 'react';
import { say } from '../../../i18n/say.ts';
import { ClaimFrame } from './claim-frame.tsx';
import type { ClaimProgress, StepProps } from './claim-steps.ts';
import { NewAccount } from './new-account.tsx';
import { NumberPart, useNumberCode } from './number-part.tsx';

type WalletStepProps = StepProps &
  ClaimProgress & {
    onSent: (sent: NonNullable<ClaimProgress['sent']>) => void;
    onProven: (proven: NonNullable<ClaimProgress['proven']>) => void;
    /** Called if the server no longer accepts the proof, so that the person must enter a code again. */
    onProofLost: () => void;
  };

/** One page for a person without an account: the code from the SMS, and the fields of the new wallet. */
export function WalletStep(props: WalletStepProps) {
  const { voucher } = props;
  const field = useRef<HTMLInputElement>(null);
  const code = useNumberCode(props, field);
  return (
    <ClaimFrame voucher={voucher} current={2} title={say('Your wallet')}>
      <NumberPart {...props} code={code} field={field}>
        <NewAccount
          {...props}
          isChecking={code.isBusy}
          onCodeMissing={code.require}
          onProofLost={() => {
            props.onProofLost();
            code.send();
          }}
        />
      </NumberPart>
    </ClaimFrame>
  );
}
