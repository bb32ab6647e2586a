export type HelpArticle = {
  id: string;
  title: string;
  /** Short paragraphs; those that begin with a number and a full stop are steps. */
  paragraphs: readonly string[];
  /** What somebody may type who does not know our words. */
  alsoFoundBy: readonly string[];
  /** Not for whoever only works at the till. */
  isForOffice?: true;
};
