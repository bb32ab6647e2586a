/** Markup that is safe to insert into a message. Only `html` makes it. */
export type Html = { readonly markup: string };

type Part = string | number | Html | readonly Html[] | undefined;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const UNBROKEN = 'M-PESA';

/** Builds markup; escapes every inserted text, for elements and quoted attributes alike. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = literals.map((literal, index) => literal + markupOf(parts[index])).join('');
  return { markup };
}

/** Keeps the line breaks of a text. */
export function lines(text: string): Html {
  const [first = '', ...rest] = text.split('\n');
  return rest.reduce((above, line) => html`${above}<br />${unbroken(line)}`, unbroken(first));
}

/** Prevents a line break within "M-PESA". */
export function unbroken(text: string): Html {
  const [first = '', ...rest] = text.split(UNBROKEN);
  return rest.reduce(
    (before, after) => html`${before}<span style="white-space:nowrap">${UNBROKEN}</span>${after}`,
    html`${first}`,
  );
}

/** Allows only web addresses as links, in case an address ever comes from outside. */
export function webAddress(url: string): string {
  return /^https?:\/\//u.test(url) ? url : '#';
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}
