import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { registerTransaction } from '@zawadi/contract/payments';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { registerBasket } from '@zawadi/contract/purchases-basket';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { useUser } from '../../session/session.tsx';
import type { PhotoChoice } from '../gift-photos/use-giver-photo.ts';
import { keepRegisteredGifts, readGiftDraft, requestIdOfSame } from './gift-draft.ts';
import { basketRegistration, giftRegistration, type GiftForm } from './gift-form.ts';

const FIELDS = {
  amount: 'amount',
  recipientMsisdn: 'phone',
  recipientEmail: 'email',
  fullName: 'fullName',
  transactionDesc: 'message',
  cloth: 'cloth',
  deliverAt: 'deliverDay',
} as const;

/** Registers the typed gifts once, and uploads the photo of a single gift; shows refusals at their fields. */
export function useRegistering(
  setError: Parameters<typeof showRefusal<GiftForm>>[1]['setError'],
  savePhoto: PhotoChoice['save'],
  onRegistered: (requestId: string) => void,
) {
  const user = useUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (gifts: readonly GiftForm[]): Promise<string> => {
      const [gift, ...others] = gifts;
      const single = others.length === 0 ? gift : undefined;
      const same = requestIdOfSame(gifts, readGiftDraft(user.id));
      if (same !== undefined && (await canStillBePaid(queries, same))) {
        if (single) await savePhoto(same, single.amount);
        return same;
      }
      const { requestId } = single
        ? await call(registerTransaction, { body: giftRegistration(single, user) })
        : await call(registerBasket, { body: basketRegistration(gifts, user) });
      keepRegisteredGifts(user.id, requestId, gifts);
      if (single) await savePhoto(requestId, single.amount);
      toast.success(say('Transaction registered successfully!'));
      return requestId;
    },
    onSuccess: onRegistered,
    onError: (error) =>
      showRefusal<GiftForm>(error, {
        fields: FIELDS,
        codes: { delivery_moment_invalid: 'deliverDay' },
        setError,
        fallback: say('Failed to register transaction'),
        signedOut: say('You must be logged in to make a payment'),
      }),
  });
}

/** Asks the server whether the purchase is still unpaid: another tab may have paid it, or this tab was reloaded. */
async function canStillBePaid(queries: QueryClient, requestId: string): Promise<boolean> {
  try {
    const { orderStatus } = await queries.fetchQuery({
      queryKey: queryKeys.purchase(requestId),
      queryFn: () => call(purchaseDetails, { params: { requestId } }),
      networkMode: 'always',
    });
    return orderStatus !== 'COMPLETED';
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return false;
    throw error;
  }
}
