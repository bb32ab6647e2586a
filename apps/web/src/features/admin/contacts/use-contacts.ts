import { useMutation } from '@tanstack/react-query';
import { showContacts, type ContactRecord } from '@zawadi/contract/contacts';
import { formatMsisdn } from '@zawadi/contract/text';
import { useEffect } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.tsx';

const SHOWN_FOR_MS = 5 * 60_000;

/** Shows the contacts of a record in full on request, and masks them again after five minutes. */
export function useContacts(of: ContactRecord) {
  const { data, mutate, reset, isPending } = useMutation({
    mutationFn: () => call(showContacts, { body: of }),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  useEffect(() => {
    if (data === undefined) return undefined;
    const hiding = setTimeout(reset, SHOWN_FOR_MS);
    return () => clearTimeout(hiding);
  }, [data, reset]);
  return {
    isShown: data !== undefined,
    isPending,
    show: () => mutate(),
    hide: reset,
    /** Returns a contact in full while it is shown, otherwise as the record has it: masked. */
    textOf: (label: string, masked: string) =>
      readable(data?.contacts.find((contact) => contact.label === label)?.value ?? masked),
  };
}

function readable(text: string): string {
  return /^254[17]\d{8}$/u.test(text) ? formatMsisdn(text) : text;
}

export type Contacts = ReturnType<typeof useContacts>;

/** Returns true for a text that contains a masked phone number or email address. */
export function isMasked(text: string): boolean {
  return text.includes('***');
}
