import type { EmailTemplate } from '../templates.ts';
import { accountLetters } from './account-letters.ts';
import { administrationLetters } from './administration-letters.ts';
import { giftLetters } from './gift-letters.ts';
import type { LettersFor } from './letter.ts';
import { merchantLetters } from './merchant-letters.ts';
import { moneyLetters } from './money-letters.ts';
import { operatorLetters } from './operator-letters.ts';
import { securityLetters } from './security-letters.ts';
import { settlementLetters } from './settlement-letters.ts';
import { webhookLetters } from './webhook-letters.ts';

export const emailWords: LettersFor<EmailTemplate> = {
  ...accountLetters,
  ...administrationLetters,
  ...securityLetters,
  ...merchantLetters,
  ...moneyLetters,
  ...operatorLetters,
  ...settlementLetters,
  ...giftLetters,
  ...webhookLetters,
};
