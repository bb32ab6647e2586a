import { uuid } from '@zawadi/contract/text';

/** The request id of an address, or undefined when it is not a possible one. */
export function requestIdOf(search: { requestId?: string }): string | undefined {
  return uuid.safeParse(search.requestId).data;
}
