export type HelpArticle = {
  id: string;
  title: string;
  /** Short paragraphs; those that begin with a number and a full stop are steps. */
  paragraphs: readonly string[];
  /** Other words for it that a user may type. */
  alsoFoundBy: readonly string[];
  /** Hidden from cashiers. */
  isForOffice?: true;
};
