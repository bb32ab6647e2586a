import type { HelpArticle } from './help-article.ts';
import { moneyArticles } from './money-articles.ts';
import { systemArticles } from './system-articles.ts';
import { tillArticles } from './till-articles.ts';

/** What shopkeepers ask, the most usual first. */
export const helpArticles: readonly HelpArticle[] = [...tillArticles, ...moneyArticles, ...systemArticles];
