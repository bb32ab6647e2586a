import type { TryRow } from './log-store.ts';

const NO_ANSWER: Record<string, string> = {
  timeout: 'There was no whole answer within 10 seconds.',
  'not https': 'The address does not begin with https://, so nothing was sent.',
  'not public': 'The address leads into a private network, so nothing was sent.',
  ours: 'The address is one of Zawadi itself, so nothing was sent.',
  ENOTFOUND: 'We could not find this host name.',
  EAI_AGAIN: 'We could not find this host name.',
  ECONNREFUSED: 'The connection was refused: nothing listens at this address.',
  ECONNRESET: 'It hung up before it had answered.',
  EPIPE: 'It hung up before it had answered.',
  CERT_HAS_EXPIRED: 'Its TLS certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its TLS certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its TLS certificate is signed by itself, so we cannot trust it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its TLS certificate is signed by itself, so we cannot trust it.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its TLS certificate comes without the certificates that vouch for it.',
};

/** What came of a try, in one sentence for whoever runs the receiver. */
export function explainTry({
  status,
  failure,
  isDelivered,
}: Pick<TryRow, 'status' | 'failure' | 'isDelivered'>): string {
  if (status === null) return explainFailure(failure ?? '');
  if (isDelivered) return `Delivered: it answered ${status}.`;
  if (status >= 300 && status < 400) {
    return `It answered ${status}, a redirect, which we do not follow. Please save the address it leads to.`;
  }
  if (status === 410) return 'It answered 410, which means that it wants no more messages.';
  return `It answered ${status}. Only an answer from 200 to 299 counts as delivered.`;
}

function explainFailure(failure: string): string {
  const known = NO_ANSWER[failure];
  if (known !== undefined) return known;
  if (/CERT|SSL|TLS|EPROTO/u.test(failure)) return `No secure connection came about (${failure}).`;
  if (failure.startsWith('HPE_')) return 'What it answered is not HTTP.';
  return `We could not reach it (${failure}).`;
}
