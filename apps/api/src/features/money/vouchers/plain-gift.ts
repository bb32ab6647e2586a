import { formatKes, nameOfShop, type LanguageName, type PublicVoucher } from '@zawadi/contract';
import { encode } from 'uqr';
import type { Deps } from '../../../config/deps.ts';
import { html, lines, type Html } from '../../../platform/html.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { plainGiftWords } from './plain-gift-words.ts';
import { showCodeByLink } from './show-code.ts';
import { viewVoucher } from './view-voucher.ts';

type Asked = { claimToken: string; language: LanguageName };
/** A page for browsers without scripts, and its HTTP status. */
export type PlainGift = { title: string; markup: string; status: 200 | 404 | 429 | 503 };

type GiftDeps = Pick<Deps, 'db' | 'keys'> & {
  /** True after a restore, until administrators open the service again. */
  isClosed: () => Promise<boolean>;
};

const QR_BORDER = 2;

/** Renders a gift for a browser without scripts: value, sender, shops, and a form that shows the code. */
export async function plainGift(deps: GiftDeps, asked: Asked): Promise<PlainGift> {
  try {
    await requireOpen(deps);
    return drawn(asked, await viewVoucher(deps, asked));
  } catch (error) {
    return missing(error, asked.language);
  }
}

/**
 * Renders the gift after its form was sent. Shows the code while the gift can be spent, which opens the gift.
 * @param counted runs the look-up, or refuses it after too many look-ups
 */
export async function openPlainGift(
  deps: GiftDeps,
  asked: Asked,
  counted: <T>(run: () => Promise<T>) => Promise<T>,
): Promise<PlainGift> {
  try {
    await requireOpen(deps);
    return await counted(async () => {
      const gift = await viewVoucher(deps, asked);
      return drawn(asked, gift, gift.hasCode ? (await showCodeByLink(deps, asked)).code : undefined);
    });
  } catch (error) {
    return missing(error, asked.language);
  }
}

/**
 * Refuses while the service is closed after a restore.
 * @throws Refusal closed_after_restore
 */
async function requireOpen({ isClosed }: GiftDeps): Promise<void> {
  if (await isClosed()) throw new Refusal('closed_after_restore');
}

type Words = (typeof plainGiftWords)[LanguageName];

const MISSING = new Map<string, (words: Words) => [PlainGift['status'], Words['unknown']]>([
  ['voucher_not_found', (words) => [404, words.unknown]],
  ['voucher_not_yet_delivered', (words) => [200, words.notYet]],
  ['too_many_requests', (words) => [429, words.busy]],
]);

/**
 * Renders the page of a refused look-up.
 * @throws any error other than a refusal
 */
function missing(error: unknown, language: LanguageName): PlainGift {
  if (!(error instanceof Refusal)) throw error;
  const words = plainGiftWords[language];
  const [status, { title, sentence }] = MISSING.get(error.code)?.(words) ?? [503, words.busy];
  const body = html`<h1>${title}</h1>
    <p class="muted">${sentence}</p>`;
  return { title, status, markup: page(body, language).markup };
}

function drawn({ claimToken, language }: Asked, gift: PublicVoucher, code?: string): PlainGift {
  const words = plainGiftWords[language];
  const isFromShop = gift.isShopClosed || !gift.canBeClaimed;
  const sender = isFromShop ? gift.senderName : firstName(gift.senderName);
  const title = words.headline(firstName(gift.recipientName), sender);
  const form = html`<form class="actions" method="post" action="/v/${claimToken}?lang=${language}">
    <button class="btn primary">${words.show}</button>
  </form>`;
  const body = html`<div class="stack-2">
      <h1>${title}</h1>
      <p class="muted">${sentenceOf(gift, language)}</p>
      ${gift.stops.map((sentence) => html`<p>${sentence[language]}</p>`)}
    </div>
    ${ticket(gift, language, code)} ${gift.hasCode && code === undefined ? form : undefined}
    ${gift.hasCode ? advice(gift, language) : undefined}`;
  return { title, status: 200, markup: page(body, language).markup };
}

function page(body: Html, language: LanguageName): Html {
  return html`<main class="public no-script" lang="${language}">
    <p class="logo"><img src="/cloth/mark.svg" alt="" width="32" height="32" /> Zawadi</p>
    ${body}
  </main>`;
}

function ticket(gift: PublicVoucher, language: LanguageName, code: string | undefined): Html {
  const words = plainGiftWords[language];
  const shown = gift.hasCode ? gift.balance : gift.value;
  const groups = (code ?? '••••-••••-••••-••••').split('-');
  return html`<div class="ticket-box">
    <article class="ticket" data-cloth="${gift.cloth}">
      <div class="ticket-cloth">
        <div class="ticket-mji">
          <p class="ticket-for">${words.for}<b>${gift.recipientName}</b></p>
          <p class="ticket-value"><small>KES</small>${shown.toLocaleString('en-KE')}</p>
        </div>
        <p class="ticket-jina">${lines(gift.message)}<cite>${words.from(gift.senderName)}</cite></p>
      </div>
      <div class="ticket-stub">
        ${code === undefined ? undefined : qr(code, words.qr)}
        <div>
          <p class="ticket-label">${words.code}</p>
          <p class="ticket-code">${groups.map((group) => html`<span>${group}</span>`)}</p>
        </div>
      </div>
    </article>
  </div>`;
}

/**
 * Draws the QR code as one path of dark modules, in units of a module. The QR code contains the voucher code, not a
 * URL.
 */
function qr(code: string, label: string): Html {
  const { size, data } = encode(code, { ecc: 'M', border: QR_BORDER });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<div class="ticket-qr">
    <svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${label}">
      <path fill="#1d1a12" d="${path}" />
    </svg>
  </div>`;
}

function advice(gift: PublicVoucher, language: LanguageName): Html {
  const words = plainGiftWords[language];
  const others = gift.shopCount - gift.shops.length;
  const shops = html`<ul>
    ${gift.shops.map((shop) => html`<li>${[nameOfShop(shop), shop.town].filter(Boolean).join(', ')}</li>`)}
    ${others > 0 ? html`<li>${words.moreShops(others)}</li>` : undefined}
  </ul>`;
  return html`<section class="stack">
      <h2>${words.shops}</h2>
      ${gift.shops.length === 0 ? html`<p>${gift.isShopClosed ? words.shopClosed : words.noShops}</p>` : shops}
    </section>
    <p>${words.money}</p>
    ${
      gift.canBeClaimed
        ? html`<p>${words.noPayment}</p>
            <p class="muted">${words.wallet}</p>`
        : undefined
    }`;
}

function sentenceOf(gift: PublicVoucher, language: LanguageName): string {
  const words = plainGiftWords[language];
  const { status } = gift;
  if (status !== 'ACTIVE' && status !== 'PARTIALLY_REDEEMED') return words.state[status];
  if (gift.isFrozen) return words.state.FROZEN;
  const day = new Intl.DateTimeFormat(language === 'sw' ? 'sw-KE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Africa/Nairobi',
  }).format(new Date(gift.expiresAt));
  return gift.balance < gift.value ? words.left(formatKes(gift.balance), day) : words.spend(day);
}

function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? name;
}
