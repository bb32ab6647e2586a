import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** One Markdown file of `docs/developers`. */
export type DeveloperPage = {
  /** Name of the file and of its address: `/developers/<name>`. */
  name: string;
  title: string;
  /** Position in the menu; the tens digit decides the heading. */
  order: number;
  /** One sentence for search engines. */
  summary: string;
  markdown: string;
};

/** The headings of the menu, each with the lowest `order` below it. */
const SECTIONS = [
  { heading: 'Start', from: 0 },
  { heading: 'Vouchers', from: 20 },
  { heading: 'Events and tools', from: 40 },
  { heading: 'Reference', from: 60 },
] as const;

const LANGUAGES: Record<string, string> = { '.mjs': 'js', '.php': 'php', '.py': 'python', '.ts': 'ts' };

const PROGRAM = /\[([^\]]+)\]\((examples\/[\w./-]+)\)/gu;

const FRONT_MATTER = /^---\n(?<fields>.*?)\n---\n(?<markdown>.*)$/su;

/**
 * Reads every `*.md` of a folder, in menu order. A file begins with `title` and `order` between two lines of `---`,
 * and may have a `summary`.
 * @throws Error if a file lacks this header, or if two files have the same order
 */
export function readPages(folder: string): DeveloperPage[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const pages = files.map((file) => {
    const text = withPrograms(readFileSync(join(folder, file), 'utf8'), folder);
    return readPage(file.slice(0, -'.md'.length), text);
  });
  const sorted = pages.slice().sort((left, right) => left.order - right.order);
  for (const [index, { name, order }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next?.order === order)
      throw new Error(`${name}.md and ${next.name}.md have the same order: ${order}`);
  }
  return sorted;
}

/** Shows each file from `examples/` below the paragraph that links to it. */
function withPrograms(text: string, folder: string): string {
  // Split with the separators: programs have blank lines too, and must keep them.
  const parts = text.split(/(\n{2,})/u).map((paragraph) => {
    const programs: string[] = [];
    const named = paragraph.replaceAll(PROGRAM, (_whole, name: string, path: string) => {
      const code = readFileSync(join(folder, path), 'utf8').trimEnd();
      programs.push(`\`\`\`${LANGUAGES[extname(path)] ?? ''} ${basename(path)}\n${code}\n\`\`\``);
      return `\`${name}\``;
    });
    return [named, ...programs].join('\n\n');
  });
  return parts.join('');
}

function readPage(name: string, text: string): DeveloperPage {
  const { fields = '', markdown = '' } = FRONT_MATTER.exec(text)?.groups ?? {};
  const given = new Map(
    fields.split('\n').map((line) => {
      const [field = '', ...value] = line.split(':');
      return [field.trim(), value.join(':').trim()] as const;
    }),
  );
  const { title, order } = { title: given.get('title'), order: Number(given.get('order') ?? Number.NaN) };
  if (title === undefined || !Number.isSafeInteger(order))
    throw new Error(`docs/developers/${name}.md does not begin with its title and order`);
  return {
    name,
    title,
    order,
    summary: given.get('summary') ?? `${title}: Zawadi for developers.`,
    markdown,
  };
}

/** Groups pages under the menu's headings; leaves out headings without pages. */
export function menuOf(pages: readonly DeveloperPage[]): { heading: string; pages: DeveloperPage[] }[] {
  return SECTIONS.map(({ heading, from }, index) => {
    const end = SECTIONS[index + 1]?.from ?? Infinity;
    return { heading, pages: pages.filter(({ order }) => order >= from && order < end) };
  }).filter(({ pages: inside }) => inside.length > 0);
}
