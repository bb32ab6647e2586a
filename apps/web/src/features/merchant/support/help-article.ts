import type { Phrase } from '../../../i18n/say.ts';

export type HelpArticle = {
  id: string;
  title: Phrase;
  /** Short paragraphs. A paragraph that begins with a number and a full stop is a step. */
  paragraphs: readonly Phrase[];
  /** Synonyms that a shopkeeper may type, in English or Swahili. */
  alsoFoundBy: string;
  /** Whether the article is hidden from cashiers. */
  isForOffice?: true;
};
