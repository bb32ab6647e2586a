import { shortReference } from '@zawadi/contract/short-reference';

/** `Merchant: owner password reset` of `merchant.owner-password-reset`. */
export function actionText(action: string): string {
  const [subject = '', ...verb] = action.split('.');
  const what = verb.join(' ').replaceAll('-', ' ');
  return what === '' ? wordsOf(subject) : `${wordsOf(subject)}: ${what}`;
}

/** `Support request` of `support-request`, `Staff role` of `staffRole`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/[-_]/gu, ' ')
    .replaceAll(
      /([a-z\d])([A-Z])/gu,
      (_pair, before: string, letter: string) => `${before} ${letter.toLowerCase()}`,
    );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Describes a subject without a name: its kind, and the reference by which the search finds it. */
export function subjectText(kind: string, id: string): string {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(id)
    ? `${wordsOf(kind)} ${shortReference(id)}`
    : wordsOf(kind);
}
