import { uuid } from '@zawadi/contract/text';

/** Reads the request id from a URL; undefined if it is invalid. */
export function requestIdOf(search: { requestId?: string }): string | undefined {
  return uuid.safeParse(search.requestId).data;
}
