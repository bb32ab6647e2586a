import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listPlaces, type MerchantPlace } from '@zawadi/contract/merchants-place-list';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';

/** Loads the places of the merchant, open and closed ones, and the own place of the signed-in person. */
export function usePlaces() {
  return useQuery({
    queryKey: queryKeys.places,
    queryFn: ({ signal }) => call(listPlaces, { signal }),
  });
}

/** Returns a function that shows saved places, and a toast. */
export function useSavedPlaces() {
  const queries = useQueryClient();
  return (saved: CallAnswer<typeof listPlaces>, words: string) => {
    queries.setQueryData(queryKeys.places, saved);
    toast.success(words);
  };
}

/** Returns the open places for a choice; empty while the merchant has only one, because nothing is to be chosen. */
export function usePlaceChoice(): readonly MerchantPlace[] {
  const open = usePlaces().data?.places.filter(({ closedAt }) => closedAt === undefined) ?? [];
  return open.length > 1 ? open : [];
}

/** Returns places as filters of a list, closed ones last; empty while the merchant has had only one. */
export function usePlaceOptions(): readonly { value: string; label: string }[] {
  const places = usePlaces().data?.places ?? [];
  if (places.length < 2) return [];
  return places.map(({ placeId, name, closedAt }) => ({
    value: placeId,
    label: closedAt === undefined ? name : say('{name} (closed)', { name }),
  }));
}

/** Returns the name of a place, to show it with staff and keys; undefined while the merchant has only one. */
export function usePlaceName(placeId: string | null): string | undefined {
  return usePlaceChoice().find((one) => one.placeId === placeId)?.name;
}
