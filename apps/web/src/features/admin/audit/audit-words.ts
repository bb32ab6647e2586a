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
    .replaceAll(/(?<=[a-z\d])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
