import { describeProblem, fault, refusals, type ProblemCode } from '@zawadi/contract';
import { menuOf, type DeveloperPage } from './read-pages.ts';

/** The deployment's address in written texts. The server replaces it. */
const ADDRESS = 'https://zawadi.example';
const PAGE_LINK = /\]\((?:\.\/)?([\w-]+\.md)(#[^)]*)?\)/gu;
const REFUSAL = /^### `([a-z0-9_]+)`$/gmu;

/** Returns a page as Markdown with whole addresses, for programs that read it apart from the others. */
export function markdownOf({ title, markdown }: DeveloperPage): string {
  const text = markdown
    .trim()
    .replace(/^# .*\n+/u, '')
    .replaceAll(PAGE_LINK, (_whole, file: string, anchor = '') => `](${ADDRESS}/developers/${file}${anchor})`)
    .replaceAll(REFUSAL, (heading, code: string) => `${heading}\n\n${sentenceOf(code)}`);
  return `# ${title}\n\n${text}\n`;
}

/** The pages take status and sentence of a refusal from the contract; in the file they follow the heading. */
function sentenceOf(code: string): string {
  if (!(code in refusals) && code !== fault.code) return '';
  const { status, detail } = describeProblem(code as ProblemCode);
  return `HTTP ${status}: ${detail}`;
}

/** Returns the table of contents for language models (llmstxt.org). */
export function llmsTxtOf(pages: readonly DeveloperPage[]): string {
  const groups = menuOf(pages).map(({ heading, pages: inside }) => {
    const lines = inside.map(
      ({ name, title, summary }) => `- [${title}](${ADDRESS}/developers/${name}.md): ${summary}`,
    );
    return `## ${heading}\n\n${lines.join('\n')}`;
  });
  return `# Zawadi for developers

> Gift vouchers on M-PESA (Kenya). With the merchant API, tills and web shops look vouchers up, redeem and hold them, make their
> own, read settlements and receive webhooks. Amounts are whole shillings (KES).

${groups.join('\n\n')}

## For programs

- [OpenAPI 3.1](${ADDRESS}/openapi.json): every call, its fields and errors
- [Feed of changes](${ADDRESS}/developers/changes.atom): changes for developers, as Atom
`;
}
