/** Markup that may go into a message as it is. Only `html` makes it. */
export type Html = { readonly markup: string };

type Part = string | number | Html | readonly Html[] | undefined;

/** Markup with every inserted text escaped, in elements and in quoted attributes alike. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = literals.map((literal, index) => literal + markupOf(parts[index])).join('');
  return { markup };
}

/** A text whose line breaks are shown. */
export function lines(text: string): Html {
  const [first = '', ...rest] = text.split('\n');
  return rest.reduce((above, line) => html`${above}<br />${line}`, html`${first}`);
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}
