import type { Phrase } from '../../../i18n/say.ts';

export type HelpArticle = {
  id: string;
  title: Phrase;
  /** Short paragraphs; those that begin with a number and a full stop are steps. */
  paragraphs: readonly Phrase[];
  /** Synonyms that a user may type, in either language. */
  alsoFoundBy: string;
  /** Hidden from cashiers. */
  isForOffice?: true;
};
