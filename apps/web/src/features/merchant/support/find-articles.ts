import type { HelpArticle } from './help-article.ts';

/** Articles that have every word of a question, those with the words in their title first. */
export function findArticles(articles: readonly HelpArticle[], question: string): HelpArticle[] {
  const words = plain(question)
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
  return articles
    .filter((article) => containsAll(wholeText(article), words))
    .toSorted(
      (left, right) => Number(containsAll(right.title, words)) - Number(containsAll(left.title, words)),
    );
}

function wholeText({ title, paragraphs, alsoFoundBy }: HelpArticle): string {
  return [title, ...paragraphs, ...alsoFoundBy].join(' ');
}

function containsAll(text: string, words: readonly string[]): boolean {
  const plainText = plain(text);
  return words.every((word) => plainText.includes(word));
}

/** Whoever types M-Pesa, mpesa or M PESA means the same, and nobody types a curly apostrophe. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’']/gu, '')
    .replaceAll(/m[- ]pesa/gu, 'mpesa');
}
