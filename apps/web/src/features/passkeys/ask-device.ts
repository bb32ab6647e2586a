import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyCreation, PasskeyRequest } from '@zawadi/contract/passkey-options';
import type { PasskeyAnswer } from '@zawadi/contract/webauthn';
import { say } from '../../i18n/say.ts';
import { noteUsedPasskey } from './passkey-support.ts';

/** Thrown if the device returned no passkey; `message` is the sentence for the user. */
export class NoPasskey extends Error {
  constructor(cause: unknown) {
    super(sentenceFor(cause instanceof Error ? cause.name : ''), { cause });
    this.name = 'NoPasskey';
  }
}

/**
 * Creates a passkey on the device.
 * @throws NoPasskey if the device creates none
 */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { response, ...made } = await asked(() => startRegistration({ optionsJSON: options }));
  noteUsedPasskey();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    ...credentialOf(made),
    response: { clientDataJSON, attestationObject, transports },
  };
}

/**
 * Asks the device for one of the person's passkeys.
 * @throws NoPasskey if the device returns none
 */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  return answerTo({ optionsJSON: options });
}

/** Returns whether the browser can offer passkeys as autofill. */
export async function canOfferInField(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill();
}

/**
 * Waits until the person picks a passkey from the autofill of the first field.
 * @throws NoPasskey also if another passkey request replaces this one
 */
export async function waitForFieldPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  return answerTo({ optionsJSON: options, useBrowserAutofill: true });
}

/** Aborts the pending passkey request; call it before leaving the page. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function answerTo(request: Parameters<typeof startAuthentication>[0]): Promise<PasskeyAnswer> {
  const { response, ...answered } = await asked(() => startAuthentication(request));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...credentialOf(answered),
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

function credentialOf({ id, rawId }: { id: string; rawId: string }) {
  return { id, rawId, type: 'public-key' as const, clientExtensionResults: {} };
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new NoPasskey(error);
  }
}

function sentenceFor(name: string): string {
  // Browsers report a cancelled request and a missing passkey with the same error.
  if (name === 'NotAllowedError' || name === 'AbortError')
    return say('No passkey was used. Nothing has changed.');
  if (name === 'InvalidStateError') return say('This device has a passkey of your account already.');
  return say('Your passkey could not be used here. Please try again.');
}
