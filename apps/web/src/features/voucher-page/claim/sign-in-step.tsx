import { Link, useParams } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { useEffect } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { ConsumerLogin } from '../../session/login-consumer.tsx';
import { ClaimFrame } from './claim-frame.tsx';

type SignInStepProps = {
  voucher: PublicVoucher;
  /**
   * Called with true before the sign-in: the person already asked for the gift, so it is added without another click.
   */
  onBegin: (isGoingOn: true) => void;
};

/** Signs in a person who has an account, without leaving the page; includes the second factor. */
export function SignInStep({ voucher, onBegin }: SignInStepProps) {
  const { token } = useParams({ from: '/v/$token/claim' });
  useEffect(() => onBegin(true), [onBegin]);
  return (
    <ClaimFrame
      voucher={voucher}
      title={say('Sign in')}
      intro={say('We then add {amount} to your wallet.', { amount: formatKes(voucher.balance) })}
    >
      <div className="stack">
        <ConsumerLogin />
        <p className="small muted centred">
          <RichText
            text="New here? <link>Continue with the code from our SMS</link>"
            link={<Link to="/v/$token/claim" params={{ token }} search={{}} />}
          />
        </p>
      </div>
    </ClaimFrame>
  );
}
