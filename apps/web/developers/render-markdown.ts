import { Marked, type Token, type Tokens } from 'marked';
import { boxOf, escaped, isExampleLanguage, tabsOf } from './render-code.ts';
import { isHeading, refusalCodeIn, renderRefusal } from './render-refusal.ts';

/** A search result: a heading of a page and the text below it. */
export type FoundText = { id: string; title: string; page: string; text: string };

type Source = { name: string; title: string; markdown: string };

/**
 * Renders a page as HTML without its title, and as texts to search. A single code block is a box; consecutive blocks
 * in several languages are tabs. On wide screens code is to the right of the text before it.
 * @param isPage whether a page of this name exists
 * @throws Error for a link to a page that does not exist
 */
export function renderMarkdown(
  page: Source,
  isPage: (name: string) => boolean,
): { html: string; texts: FoundText[] } {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = idOf(text);
        const inside = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}">${inside}<a class="anchor" href="#${id}" aria-label="Link to ${escaped(text.replaceAll('`', ''))}">#</a></h${depth}>`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(addressOf(href, page.name, isPage))}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(table) {
        const head = table.header.map(
          (cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`,
        );
        const rows = table.rows.map(
          (row) =>
            `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
        );
        return `<div class="docs-table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
      },
    },
  });
  const tokens = shownOf(marked.lexer(page.markdown));
  const parse = (some: readonly Token[]) => marked.parser([...some]);
  const title = `<h1>${escaped(page.title)}</h1>`;
  return { html: [title, ...partsOf(tokens, parse)].join('\n'), texts: textsOf(page, tokens) };
}

/** Returns the tokens without the title. */
function shownOf(tokens: readonly Token[]): Token[] {
  return tokens.filter((token) => token.type !== 'space' && !(isHeading(token) && token.depth === 1));
}

/** Splits the page into sections at its second-level headings; each has rows of text and the code that follows. */
function partsOf(tokens: readonly Token[], parse: (some: readonly Token[]) => string): string[] {
  const sections: Token[][] = [[]];
  for (const token of tokens) {
    if (isHeading(token) && token.depth === 2) sections.push([]);
    sections.at(-1)?.push(token);
  }
  return sections.filter((one) => one.length > 0).map((one) => `<section>${rowsOf(one, parse)}</section>`);
}

function rowsOf(tokens: readonly Token[], parse: (some: readonly Token[]) => string): string {
  const rows: string[] = [];
  let text: Token[] = [];
  const endText = () => {
    if (text.length > 0) rows.push(`<div class="docs-text">${parse(text)}</div>`);
    text = [];
  };
  for (let at = 0; at < tokens.length;) {
    const rest = tokens.slice(at);
    const [token] = rest;
    if (token === undefined) break;
    const code = rest.slice(0, countWhile(rest, isCode)).filter(isCode);
    const refusal = refusalCodeIn(token);
    if (code.length > 0) {
      const beside = `<div class="docs-code">${codeOf(code)}</div>`;
      rows.push(`<div class="docs-two"><div class="docs-text">${parse(text)}</div>${beside}</div>`);
      text = [];
      at += code.length;
    } else if (refusal !== undefined) {
      endText();
      const entries = rest.slice(0, 1 + countWhile(rest.slice(1), (one) => !isHeading(one)));
      rows.push(renderRefusal(refusal, parse(entries.slice(1))));
      at += entries.length;
    } else {
      // A part's text must not share a row with the code of the next part.
      if (token.type === 'table' || (isHeading(token) && token.depth === 3)) endText();
      text.push(token);
      if (token.type === 'table') endText();
      at += 1;
    }
  }
  endText();
  return rows.join('\n');
}

/** Groups adjacent blocks in different example languages. */
function codeOf(blocks: readonly Tokens.Code[]): string {
  const groups: Tokens.Code[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    const joins = group !== undefined && [...group, block].every(({ lang }) => isExampleLanguage(lang));
    if (joins && group.every(({ lang }) => lang !== block.lang)) group.push(block);
    else groups.push([block]);
  }
  return groups.map((group) => (group.length > 1 ? tabsOf(group) : group.map(boxOf).join(''))).join('');
}

function textsOf({ name, title, markdown }: Source, tokens: readonly Token[]): FoundText[] {
  const texts: FoundText[] = [{ id: `/developers/${name}`, title, page: title, text: '' }];
  for (const token of tokens) {
    if (isHeading(token)) {
      const heading = token.text.replaceAll('`', '');
      texts.push({ id: `/developers/${name}#${idOf(token.text)}`, title: heading, page: title, text: '' });
    } else if (token.type !== 'code') {
      const last = texts.at(-1);
      if (last)
        last.text += `${token.raw.replaceAll(/[*`|]|\]\([^)]*\)|\[|-{3,}/gu, ' ').replaceAll(/\s+/gu, ' ')} `;
    }
  }
  if (markdown.trim() === '') throw new Error(`${name}.md is empty`);
  return texts;
}

/** Turns a link into an address of the site. Links name files, so that they also work where people read the files. */
function addressOf(href: string, from: string, isPage: (name: string) => boolean): string {
  const { name, anchor = '' } = /^(?:\.\/)?(?<name>[\w-]+)\.md(?<anchor>#.*)?$/u.exec(href)?.groups ?? {};
  if (name === undefined) {
    if (/^(?:https?:|mailto:|#)/u.test(href)) return href;
    throw new Error(`docs/developers/${from}.md links to ${href}, which is neither a page nor an address`);
  }
  if (!isPage(name)) throw new Error(`docs/developers/${from}.md links to ${name}.md, which does not exist`);
  return `/developers/${name}${anchor}`;
}

/** Makes the `#` anchor of a heading as GitHub does. */
function idOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/gu, '-');
}

function countWhile<T>(items: readonly T[], is: (item: T) => boolean): number {
  const end = items.findIndex((item) => !is(item));
  return end === -1 ? items.length : end;
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}
