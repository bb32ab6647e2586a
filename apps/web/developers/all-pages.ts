import { join } from 'node:path';
import { readPages, type DeveloperPage } from './read-pages.ts';
import { referencePage } from './reference-page.ts';

/**
 * Returns all pages for developers in menu order: the written ones, and the reference.
 * @param docs folder of the documents
 */
export function allPages(docs: string): DeveloperPage[] {
  const pages = [...readPages(join(docs, 'developers')), referencePage(join(docs, 'openapi.json'))];
  return pages.sort((left, right) => left.order - right.order);
}
