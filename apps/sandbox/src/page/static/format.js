const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });
const inNairobi = (options) => new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', ...options });
const clock = inNairobi({ hour: '2-digit', minute: '2-digit' });
const exactClock = inNairobi({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = inNairobi({ weekday: 'long', day: 'numeric', month: 'long' });
const link = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

export const amountText = (shillings) => grouped.format(shillings);
export const moneyText = (shillings) => `KES\u00a0${grouped.format(shillings)}`;
export const clockText = (at) => clock.format(new Date(at));
export const exactClockText = (at) => exactClock.format(new Date(at));
export const dayText = (at) => day.format(new Date(at)).replace(',', '');

/** Formats `254712000001` as `0712 000 001`; leaves a short code unchanged. */
export function phoneText(msisdn) {
  const local = /^254(\d{3})(\d{3})(\d{3})$/.exec(msisdn);
  return local ? `0${local[1]} ${local[2]} ${local[3]}` : msisdn;
}

/** Formats every phone number inside a text. */
export const withReadablePhones = (text) => text.replaceAll(/\b254[17]\d{8}\b/g, phoneText);

/** Turns URLs in a text into links that open in another tab. */
export function withLinks(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(link)) {
    nodes.push(
      text.slice(end, match.index),
      element('a', { href: match[0], target: '_blank', rel: 'noreferrer' }, match[0]),
    );
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

/** Creates an element. Children are text nodes, so that no outside text is parsed as HTML. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children);
  return node;
}
