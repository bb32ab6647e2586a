/** Markup that may be inserted into a message without escaping. Only the function `html` makes it. */
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

/** Builds markup. Escapes every inserted text, both for elements and for quoted attributes. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = literals.map((literal, index) => literal + markupOf(parts[index])).join('');
  return { markup };
}

/** Builds the markup of a text and keeps its line breaks. */
export function lines(text: string): Html {
  const [first = '', ...rest] = text.split('\n');
  return rest.reduce((above, line) => html`${above}<br />${unbroken(line)}`, unbroken(first));
}

/** Prevents a line break within the word "M-PESA". */
export function unbroken(text: string): Html {
  const [first = '', ...rest] = text.split(UNBROKEN);
  return rest.reduce(
    (before, after) => html`${before}<span style="white-space:nowrap">${UNBROKEN}</span>${after}`,
    html`${first}`,
  );
}

/** Returns the URL of a link; `#` unless it is http or https. Protects against URLs from outside. */
export function webAddress(url: string): string {
  return /^https?:\/\//u.test(url) ? url : '#';
}

/** Builds a link in the text's own colour. */
export function linkTo(url: string, text: string, colour: string): Html {
  return html`<a class="ink" href="${webAddress(url)}" style="color:${colour};text-decoration:underline"
    >${unbroken(text)}</a
  >`;
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}
