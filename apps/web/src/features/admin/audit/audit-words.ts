import { shortReference } from '@zawadi/contract/short-reference';

/** Formats an action as words: `merchant.owner-password-reset` → `Merchant: owner password reset`. */
export function actionText(action: string): string {
  const [subject = '', ...verb] = action.split('.');
  const what = verb.join(' ').replaceAll('-', ' ');
  return what === '' ? wordsOf(subject) : `${wordsOf(subject)}: ${what}`;
}

/** Splits a name into words: `support-request` → `Support request`, `staffRole` → `Staff role`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/[-_]/gu, ' ')
    .replaceAll(
      /([a-z\d])([A-Z])/gu,
      (_pair, before: string, letter: string) => `${before} ${letter.toLowerCase()}`,
    );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Describes a subject that has no name: its kind and its reference, which the global search finds. */
export function subjectText(kind: string, id: string): string {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(id)
    ? `${wordsOf(kind)} ${shortReference(id)}`
    : wordsOf(kind);
}
