import { uuid } from '@zawadi/contract/text';

/** Reads the request id of an address; undefined if it is not a valid one. */
export function requestIdOf(search: { requestId?: string }): string | undefined {
  return uuid.safeParse(search.requestId).data;
}
