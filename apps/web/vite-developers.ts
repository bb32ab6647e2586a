import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import { allPages } from './developers/all-pages.ts';
import { changesFeed } from './developers/changes-feed.ts';
import { llmsTxtOf, markdownOf } from './developers/plain-files.ts';
import { menuOf, type DeveloperPage } from './developers/read-pages.ts';
import { escaped } from './developers/render-code.ts';
import { renderMarkdown, type FoundText } from './developers/render-markdown.ts';
import { searchOptions } from './src/features/developers/search-options.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TEMPLATE = 'developers.html';

const NOT_FOUND: DeveloperPage = {
  name: 'not-found',
  title: 'Page not found',
  order: 0,
  summary: 'This page does not exist.',
  markdown:
    '# Page not found\n\nThere is no page at this address. Look in the menu, search, or begin with the [quick start](quick-start.md).\n',
};

/**
 * Writes each page for developers into `developers/` of the build: whole HTML from `developers.html`, readable without
 * scripts, and Markdown. Also writes the table of contents for language models, and the feed of changes. The server replaces `https://zawadi.example` by its own address.
 */
export function developers(): Plugin {
  return {
    name: 'zawadi-developers',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const template = bundle[TEMPLATE];
        if (template?.type !== 'asset') throw new Error(`the build has no ${TEMPLATE}`);
        delete bundle[TEMPLATE];
        const pages = allPages(join(ROOT, 'docs'));
        const isPage = (name: string) => pages.some((page) => page.name === name);
        const rendered = [...pages, NOT_FOUND].map((page) => ({ page, ...renderMarkdown(page, isPage) }));
        const index = indexOf(rendered.flatMap(({ page, texts }) => (page === NOT_FOUND ? [] : texts)));
        this.emitFile({ type: 'asset', ...index });
        for (const { page, html } of rendered) {
          const values = {
            alternate: page === NOT_FOUND ? '' : alternateOf(page),
            title: `${escaped(page.title)} · Zawadi developers`,
            summary: escaped(page.summary),
            index: `/${index.fileName}`,
            navigation: navigationOf(pages, page),
            content: html + onwardsFrom(page, pages),
          };
          const source = String(template.source).replaceAll(
            /\{\{(title|summary|alternate|index|navigation|content)\}\}/gu,
            (_whole, name: keyof typeof values) => values[name],
          );
          this.emitFile({ type: 'asset', fileName: `developers/${page.name}.html`, source });
        }
        for (const page of pages) {
          this.emitFile({ type: 'asset', fileName: `developers/${page.name}.md`, source: markdownOf(page) });
        }
        this.emitFile({ type: 'asset', fileName: 'developers/llms.txt', source: llmsTxtOf(pages) });
        this.emitFile({ type: 'asset', fileName: 'developers/changes.atom', source: changesFeed(ROOT) });
      },
    },
  };
}

function indexOf(texts: readonly FoundText[]): { fileName: string; source: string } {
  const search = new MiniSearch(searchOptions);
  search.addAll(texts);
  const source = JSON.stringify(search);
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/developers-${hash}.json`, source };
}

/** Phones fold it behind the name of the current page. */
function navigationOf(pages: readonly DeveloperPage[], open: DeveloperPage): string {
  const groups = menuOf(pages).map(({ heading, pages: inside }) => {
    const links = inside.map(({ name, title }) => {
      const current = name === open.name ? ' aria-current="page"' : '';
      return `<li><a href="/developers/${name}"${current}>${escaped(title)}</a></li>`;
    });
    return `<section><h2>${heading}</h2><ul>${links.join('')}</ul></section>`;
  });
  groups.push(
    `<section><h2>For programs</h2><ul><li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li><li><a href="/developers/changes.atom">Feed of changes</a></li></ul></section>`,
  );
  return `<details class="docs-menu"><summary>${escaped(open.title)}<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true"><path d="m6 9 6 6 6-6" /></svg></summary></details><div class="groups">${groups.join('')}</div>`;
}

function alternateOf({ name }: DeveloperPage): string {
  return `<link rel="alternate" type="text/markdown" href="/developers/${name}.md" />`;
}

function onwardsFrom({ name }: DeveloperPage, pages: readonly DeveloperPage[]): string {
  const at = pages.findIndex((page) => page.name === name);
  if (at === -1) return '';
  const next = pages[at + 1];
  const nextLink = next ? `<a href="/developers/${next.name}">Next: ${escaped(next.title)}</a>` : '';
  return `<p class="onwards">${nextLink}<a href="/developers/${name}.md">This page as Markdown</a></p>`;
}
