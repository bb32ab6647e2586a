import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { personName, refineNames } from '@zawadi/contract/names';
import { emailOrNone, newPassword } from '@zawadi/contract/text';
import { claimAsNewPerson, startClaimPasskey } from '@zawadi/contract/vouchers-claim';
import type { NewPasskey } from '@zawadi/contract/passkey-options';
import { FingerprintPattern, KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { keepDeviceToken, readDeviceToken } from '../../../api/device-token.ts';
import { currentLanguage } from '../../../i18n/language.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NameFields } from '../../../ui/name-fields.tsx';
import { NewPasswordField } from '../../../ui/new-password-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { OpenByHostname } from '../../passkeys/open-by-name.tsx';
import { canUsePasskeys, addressWithPasskeys } from '../../passkeys/passkey-support.ts';
import { useSession } from '../../session/session.tsx';
import { namesIn, type ClaimProgress, type StepProps } from './claim-steps.ts';

type Way = 'passkey' | 'password';

/**
 * Fields of a new account: names, password or passkey, and an optional email. Creating the account also adds the gift
 * to its wallet.
 */
const newAccount = z
  .object({
    firstName: personName,
    lastName: personName,
    email: emailOrNone,
    way: z.enum(['passkey', 'password']),
    password: z.string(),
    hasAgreed: z
      .boolean()
      .refine((hasAgreed) => hasAgreed, { error: 'Please agree to the terms and conditions' }),
  })
  .superRefine(({ way, password }, context) => {
    const problem = way === 'password' ? newPassword.safeParse(password).error?.issues[0] : undefined;
    if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem.message });
  })
  .superRefine(refineNames);

type NewAccountProps = Omit<StepProps, 'claimToken'> &
  Pick<ClaimProgress, 'proven'> & {
    /** Called if the server no longer accepts the proof, so that the person must enter a code again. */
    onProofLost: () => void;
    /** Whether the server is checking the code. */
    isChecking: boolean;
    /** Called instead of the claim while the number is not verified. */
    onCodeMissing: () => void;
  };

/** Form of a new account; its claim adds the gift to the new wallet. */
export function NewAccount(props: NewAccountProps) {
  const { voucher, proven, isChecking, onCodeMissing } = props;
  const amount = formatKes(voucher.balance);
  const { problem, elsewhere, way, chooseWay, form } = useNewAccount(props);
  const { register, submit, isBusy, problemOf, getValues } = form;
  const fields = useRef<HTMLFormElement>(null);
  const isProven = proven !== undefined;
  // The focused field of the code disappears after the verification, so the next field takes the focus.
  const wasProven = useRef(isProven);
  useEffect(() => {
    if (isProven && !wasProven.current) {
      fields.current?.querySelector<HTMLElement>('[type=password], [type=checkbox]')?.focus();
    }
    wasProven.current = isProven;
  }, [isProven]);
  return (
    <form
      ref={fields}
      className="stack-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (proven === undefined) onCodeMissing();
        else submit(event);
      }}
    >
      <div className="stack">
        <NameFields
          first={{ ...register('firstName'), error: problemOf('firstName') }}
          last={{ ...register('lastName'), error: problemOf('lastName') }}
        />
        <TextField
          label={say('Email')}
          isOptional
          type="email"
          autoComplete="email"
          help={say('For your receipts. We email you a link to confirm it.')}
          error={problemOf('email')}
          {...register('email')}
        />
        <Ways chosen={way} choose={chooseWay} />
        {way === 'password' && (
          <NewPasswordField
            label={say('Password')}
            ownWords={() => getValues(['firstName', 'lastName', 'email'])}
            error={problemOf('password')}
            {...register('password')}
          />
        )}
        <Checkbox
          label={
            <RichText
              text="I agree to the <terms>terms and conditions</terms> and the <privacy>privacy notice</privacy>"
              terms={<Link to="/terms" target="_blank" />}
              privacy={<Link to="/privacy" target="_blank" />}
            />
          }
          error={problemOf('hasAgreed')}
          {...register('hasAgreed')}
        />
        {elsewhere !== undefined && (
          <p className="small muted">
            <OpenByHostname address={elsewhere} />
          </p>
        )}
        {problem !== undefined && (
          <Alert tone="warn" isLive>
            {problem}
          </Alert>
        )}
      </div>
      <div className="foot-acts">
        <Button
          type="submit"
          variant="accent"
          wide
          isBusy={isBusy || isChecking}
          busyLabel={isChecking ? say('Checking...') : say('Adding...')}
        >
          {say('Add {amount} to my wallet', { amount })}
        </Button>
      </div>
    </form>
  );
}

function Ways({ chosen, choose }: { chosen: Way; choose: (way: Way) => void }) {
  if (!canUsePasskeys()) return null;
  const ways = [
    {
      way: 'passkey',
      icon: FingerprintPattern,
      label: say('Fingerprint or face'),
      help: say('Nothing to remember'),
    },
    { way: 'password', icon: KeyRound, label: say('Password'), help: say('8 characters or more') },
  ] as const;
  return (
    <fieldset className="field">
      <legend className="label">{say('Sign in with')}</legend>
      <div className="ways">
        {ways.map(({ way, icon, label, help }) => (
          <label key={way}>
            <Icon of={icon} />
            <span>
              {label}
              <small>{help}</small>
            </span>
            <input type="radio" name="way" checked={chosen === way} onChange={() => choose(way)} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useNewAccount({ voucher, proven, onClaimed, onProofLost }: NewAccountProps) {
  // Empty until the number is verified; before that, nothing is sent.
  const proof = proven?.proof ?? '';
  const session = useSession();
  const [problem, setProblem] = useState<string>();
  const [elsewhere, setElsewhere] = useState<string>();
  const [way, setWay] = useState<Way>(canUsePasskeys() ? 'passkey' : 'password');
  const makeFirst = async (): Promise<NewPasskey> => {
    const { options, origin } = await call(startClaimPasskey, { body: { proof } });
    const place = addressWithPasskeys(origin);
    setElsewhere(place);
    if (place !== undefined) throw new Error('passkeys do not work here');
    const { makePasskey } = await import('../../passkeys/ask-device.ts');
    return makePasskey(options);
  };
  const form = useContractForm(claimAsNewPerson, {
    schema: newAccount,
    defaultValues: { ...namesIn(voucher.recipientName), email: '', way, password: '', hasAgreed: false },
    inputOf: async ({ hasAgreed: _agreed, way: _way, password, email: address, ...person }) => {
      setProblem(undefined);
      const secret = way === 'passkey' ? { passkey: await makeFirst() } : { password };
      const body = {
        ...person,
        email: address === '' ? undefined : address,
        ...secret,
        proof,
        language: currentLanguage(),
        deviceToken: readDeviceToken(),
      };
      return { body };
    },
    onSaved: async (answer) => {
      await keepDeviceToken(answer);
      onClaimed(answer);
      await session.signIn(answer);
    },
    onRefused: (error) => {
      if (isPlainSentence(error)) setProblem(error.message);
      else if (error instanceof CallRefused && PROOF_LOST.has(error.code)) onProofLost();
      else if (isUnavailable(error)) choose('password');
      else return false;
      return true;
    },
    elsewhere: (error) => setProblem(sentenceOf(error)),
  });
  const { setValue } = form;
  const choose = (next: Way) => {
    setWay(next);
    setValue('way', next);
  };
  // A device without a fingerprint or face sensor would ask for a passkey of another device. So choose the password.
  useEffect(() => {
    void hasOwnAuthenticator().then((hasOne) => {
      if (hasOne) return;
      setWay('password');
      setValue('way', 'password');
    });
  }, [setValue]);
  return { problem, elsewhere, way, chooseWay: choose, form };
}

const PROOF_LOST: ReadonlySet<string> = new Set(['claim_proof_expired', 'verification_code_invalid']);

/**
 * Returns whether the error's message is a sentence for the user. Checks the name, since its class is in a library that
 * only people who create a passkey load.
 */
function isPlainSentence(error: unknown): error is Error {
  return error instanceof Error && error.name === 'NoPasskey';
}

/**
 * Returns whether passkeys do not work at this URL. The error's message explains how to open the page where they work.
 */
function isUnavailable(error: unknown): boolean {
  if (error instanceof CallRefused) return error.code === 'passkeys_unavailable';
  return error instanceof Error && error.message === 'no passkeys here';
}

async function hasOwnAuthenticator(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}
