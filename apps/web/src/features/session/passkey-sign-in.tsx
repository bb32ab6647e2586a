import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SignedIn } from '@zawadi/contract/users';
import type { PasskeyRequest } from '@zawadi/contract/passkey-options';
import type { PasskeyAnswer } from '@zawadi/contract/webauthn';
import { call } from '../../api/call.ts';
import { readDeviceToken } from '../../api/device-token.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { OpenByHostname } from '../passkeys/open-by-name.tsx';
import {
  canUsePasskeys,
  hasUsedPasskey,
  noteUsedPasskey,
  addressWithPasskeys,
} from '../passkeys/passkey-support.ts';

export type Area = 'consumer' | 'merchant' | 'admin';

/** Sends name and password again, then with the passkey that the server asks for. */
type AnswerInstead = (passkey?: PasskeyAnswer) => Promise<PasskeyRequest | undefined>;

type PasskeySignInProps = {
  area: Area;
  /** Returns whether the person wants to stay signed in; read when they sign in. */
  isRemembered: () => boolean;
  onSignedIn: (signedIn: SignedIn) => Promise<void>;
  onFailed: (error: unknown) => void;
};

/** `instead` is set after the server asked for a code of the second factor. */
type PasskeyPartProps = PasskeySignInProps & { instead: AnswerInstead | undefined };

// Loaded only for people who sign in with a passkey.
const contract = () => import('@zawadi/contract/account-security-passkeys');
const device = () => import('../passkeys/ask-device.ts');
// A challenge is valid for five minutes, but the page may stay open longer, so request a new one.
const ASKED_AGAIN_AFTER_MS = 4 * 60_000;

/** Passkey buttons of a sign-in page, shown with its form. */
export function PasskeyPart({ instead, ...props }: PasskeyPartProps) {
  if (!canUsePasskeys()) return null;
  if (instead !== undefined) return <PasskeyInstead answer={instead} onFailed={props.onFailed} />;
  return <PasskeySignIn {...props} />;
}

/**
 * Signs in with a passkey: by a button, and by autofill in the first field if this browser has used a passkey before.
 */
function PasskeySignIn(props: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false);
  const [elsewhere, setElsewhere] = useState<string>();
  const [notice, setNotice] = useState<string>();
  useFieldPasskeys(props);
  const press = async () => {
    setBusy(true);
    setNotice(undefined);
    const { askForPasskey, NoPasskey } = await device();
    try {
      const { options, origin } = await optionsFor(props);
      const place = addressWithPasskeys(origin);
      setElsewhere(place);
      if (place === undefined) await signInWith(props, await askForPasskey(options));
    } catch (error) {
      if (error instanceof NoPasskey) setNotice(error.message);
      else props.onFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PasskeyButton isBusy={isBusy} label={say('Continue with a passkey')} press={press}>
      {notice}
      {elsewhere !== undefined && <OpenByHostname address={elsewhere} />}
    </PasskeyButton>
  );
}

/** Uses a passkey instead of the code of the second factor. */
function PasskeyInstead({
  answer,
  onFailed,
}: { answer: AnswerInstead } & Pick<PasskeyPartProps, 'onFailed'>) {
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const press = async () => {
    setBusy(true);
    setNotice(undefined);
    const { askForPasskey, NoPasskey } = await device();
    try {
      const options = await answer();
      if (options !== undefined) await answer(await askForPasskey(options));
    } catch (error) {
      if (error instanceof NoPasskey) setNotice(error.message);
      else onFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PasskeyButton isBusy={isBusy} label={say('Use a passkey instead')} press={press}>
      {notice}
    </PasskeyButton>
  );
}

function PasskeyButton(props: {
  isBusy: boolean;
  label: string;
  press: () => Promise<void>;
  children: ReactNode;
}) {
  const { isBusy, label, press, children } = props;
  return (
    <div className="stack-2">
      <Button variant="secondary" wide isBusy={isBusy} onClick={() => void press()}>
        {label}
      </Button>
      <div className="small muted centred" role="status">
        {children}
      </div>
    </div>
  );
}

async function optionsFor({ area: audience }: Pick<PasskeySignInProps, 'area'>) {
  const { passkeySignInOptions } = await contract();
  return call(passkeySignInOptions, { params: { audience }, body: {} });
}

async function signInWith(
  { area: audience, isRemembered, onSignedIn }: PasskeySignInProps,
  passkey: PasskeyAnswer,
): Promise<void> {
  const { signInByPasskey } = await contract();
  const body = { passkey, rememberMe: isRemembered(), deviceToken: readDeviceToken() };
  const signedIn = await call(signInByPasskey, { params: { audience }, body });
  noteUsedPasskey();
  await onSignedIn(signedIn);
}

/**
 * Lets the browser offer passkeys as autofill of the first field. Shows no errors, because the person can still sign in
 * with a password.
 */
function useFieldPasskeys(props: PasskeySignInProps): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!hasUsedPasskey()) return undefined;
    let isGone = false;
    const offer = () => void offerInField(() => (isGone ? undefined : latest.current)).catch(() => undefined);
    offer();
    const timer = setInterval(offer, ASKED_AGAIN_AFTER_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
      void device().then(({ stopAsking }) => stopAsking());
    };
  }, []);
}

async function offerInField(read: () => PasskeySignInProps | undefined): Promise<void> {
  const { canOfferInField, waitForFieldPasskey } = await device();
  const props = read();
  if (props === undefined || !(await canOfferInField())) return;
  const { options, origin } = await optionsFor(props);
  if (read() === undefined || addressWithPasskeys(origin) !== undefined) return;
  const passkey = await waitForFieldPasskey(options);
  const now = read();
  if (now === undefined) return;
  await signInWith(now, passkey).catch(now.onFailed);
}
