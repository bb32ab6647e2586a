import type { Cloth } from '@zawadi/contract';
import type { Email, Ticket } from './message.ts';
import { kes } from './copy/phrases.ts';
import { html, lines, linkTo, unbroken, webAddress, type Html } from '../../../platform/html.ts';

/** Returns the URL of a picture in the folder `pictures`, which a mail attaches. */
export function pictureUrl(name: string): string {
  return `cid:${name}@zawadi`;
}

// The light colours of packages/look/src/palette.css; mail programs do not support custom properties.
export const INK = '#15211d';
export const MUTED = '#53605a';
export const LINE = '#ded7c8';
const PAPER = '#fdf7e8';
const PAPER_INK = '#1d1a12';
const PAPER_MUTED = '#635b49';
const FONT = "'Funnel Display','Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const CLOTHS: Record<Cloth, { ground: string; ink: string; ink2: string; band: string }> = {
  plain: { ground: '#0a5a50', ink: '#fff6e2', ink2: '#d9eee2', band: '#063a34' },
  asante: { ground: '#5b1d43', ink: '#fff3df', ink2: '#f6d9e2', band: '#3a0f2a' },
  birthday: { ground: '#f3aa1f', ink: '#2a1500', ink2: '#4a2600', band: '#9c1f4a' },
  graduation: { ground: '#222f73', ink: '#fff6e2', ink2: '#dfe3fb', band: '#141c4a' },
  eid: { ground: '#f2e8cd', ink: '#123d2b', ink2: '#2c5140', band: '#14503a' },
  christmas: { ground: '#95191d', ink: '#fff3df', ink2: '#fbdcd0', band: '#123f2c' },
};

/** Formats a font as CSS: mail programs need the font on every table cell. */
export function font(weight: 400 | 500 | 700, sizePx: number, linePx: number): string {
  return `font:${weight} ${sizePx}px/${linePx}px ${FONT}`;
}

/** Renders the border of the cloth across the whole width. */
export function band(cloth: Cloth, edge: 'band' | 'foot'): Html {
  const source = pictureUrl(`${cloth}-${edge}`);
  return html`<tr>
    <td bgcolor="${CLOTHS[cloth].band}" style="background:${CLOTHS[cloth].band};line-height:0;font-size:0">
      <img src="${source}" width="600" class="w" alt="" style="width:100%;height:auto;min-height:6px" />
    </td>
  </tr>`;
}

/** Renders a gift as a piece of cloth with its message, and below it a stub with code and button. */
export function ticketOf(ticket: Ticket, button: Email['button']): Html {
  const { cloth, labels } = ticket;
  const { ground, ink, ink2, band: edge } = CLOTHS[cloth];
  const [currency = '', figure = ''] = kes(ticket.value).split(' ');
  const side = (name: 'left' | 'right') => {
    const source = pictureUrl(`${cloth}-${name}`);
    return html`<td
      class="side"
      width="20"
      bgcolor="${edge}"
      background="${source}"
      style="width:20px;background:${edge} url(${source}) 0 0/20px 20px repeat-y;font-size:0"
    >
      &nbsp;
    </td>`;
  };
  const message = html`<b style="${font(700, 18, 26)};color:${PAPER_INK}">${lines(ticket.message)}</b><br />`;
  return html`${band(cloth, 'band')}
    <tr>
      <td>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            ${side('left')}
            <td bgcolor="${ground}" style="background:${ground}">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
                <tr>
                  <td
                    class="in"
                    valign="top"
                    dir="auto"
                    style="padding:22px 0 0 24px;${font(400, 16, 22)};color:${ink2};word-break:break-word"
                  >
                    ${labels.for}<br /><b style="${font(700, 21, 27)};color:${ink}">${ticket.recipient}</b>
                  </td>
                  <td class="mc" width="45%" align="right" valign="top" style="width:45%;line-height:0">
                    <img
                      class="motif"
                      src="${pictureUrl(`${cloth}-motif`)}"
                      width="260"
                      alt=""
                      style="width:100%;max-width:260px;height:auto"
                    />
                  </td>
                </tr>
                <tr>
                  <td
                    class="in v"
                    colspan="2"
                    style="padding:0 24px 22px;${font(700, 60, 60)};letter-spacing:-.02em;color:${ink}"
                  >
                    <span class="kes" style="font-size:24px;letter-spacing:0;vertical-align:24px"
                      >${currency} </span
                    >${figure}
                  </td>
                </tr>
              </table>
            </td>
            ${side('right')}
          </tr>
          <tr>
            ${side('left')}
            <td
              class="in"
              align="center"
              dir="auto"
              bgcolor="${PAPER}"
              style="padding:16px 24px;background:${PAPER};border-top:2px solid ${edge};${font(400, 14, 22)};color:${PAPER_MUTED};word-break:break-word"
            >
              ${ticket.message === '' ? undefined : message}${labels.from} ${ticket.sender}
            </td>
            ${side('right')}
          </tr>
        </table>
      </td>
    </tr>
    ${band(cloth, 'foot')} ${stubOf(ticket, button)}`;
}

function stubOf({ code, labels }: Ticket, button: Email['button']): Html {
  const quiet = `${font(400, 14, 20)};color:${PAPER_MUTED}`;
  // No-break spaces keep the groups of the code on one line.
  const groups = code.replaceAll('-', '\u00a0 ');
  return html`<tr>
    <td class="in" bgcolor="${PAPER}" style="padding:0 28px 28px;background:${PAPER}">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
        <tr>
          <td colspan="2" style="border-top:3px dotted #d9cdb0;height:22px;font-size:0;line-height:0">
            &nbsp;
          </td>
        </tr>
        <tr>
          <td style="${quiet}">${labels.code}</td>
          <td align="right" style="${quiet}">${labels.until}</td>
        </tr>
        <tr>
          <td
            class="code"
            colspan="2"
            style="padding:2px 0 22px;${font(700, 26, 34)};letter-spacing:.06em;color:${PAPER_INK}"
          >
            ${groups}
          </td>
        </tr>
        ${
          button &&
          html`<tr>
            <td colspan="2">${buttonOf(button, 'accent')}</td>
          </tr>`
        }
      </table>
    </td>
  </tr>`;
}

/** Renders the only button of a mail: amber to open a gift, teal in all other mails. */
export function buttonOf({ label, url }: { label: string; url: string }, kind: 'accent' | 'primary'): Html {
  const [ground, ink] = kind === 'accent' ? ['#f2a516', '#2b1900'] : ['#0a5a50', '#fffefb'];
  return html`<table role="presentation" class="bt" cellpadding="0" cellspacing="0">
    <tr>
      <td
        class="${kind === 'accent' ? 'btn' : 'btn prim'}"
        align="center"
        bgcolor="${ground}"
        style="background:${ground};border-radius:8px;border-bottom:3px solid rgba(0,0,0,.2)"
      >
        <a
          href="${webAddress(url)}"
          style="display:inline-block;padding:15px 36px 14px;${font(700, 17, 22)};color:${ink};text-decoration:none"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;
}

/** Renders the paid amount in large type, with the state of the payment. */
export function figureOf({ label, amount, state }: NonNullable<Email['figure']>): Html {
  const [currency = '', figure = ''] = kes(amount).split(' ');
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    <tr>
      <td class="muted" style="${font(400, 16, 22)};color:${MUTED}">${label}</td>
      <td class="good" align="right" style="${font(700, 15, 22)};color:#2b6a15;white-space:nowrap">
        &#10003; ${state}
      </td>
    </tr>
    <tr>
      <td
        colspan="2"
        class="ink v"
        style="padding:4px 0 22px;${font(700, 48, 52)};letter-spacing:-.02em;color:${INK}"
      >
        <span style="font-size:20px;vertical-align:18px;letter-spacing:0">${currency} </span>${figure}
      </td>
    </tr>
  </table>`;
}

/** Texts up to this length, such as amounts, phone numbers and codes, stay on one line. */
const SHORT = 20;

/** Renders facts as rows, and the total below a line. */
export function rowsOf(rows: NonNullable<Email['rows']>, total: Email['total']): Html {
  const cells = rows.map(
    ({ label, value, url }) =>
      html`<tr>
        <td
          class="muted rule"
          style="padding:10px 12px 10px 0;border-top:1px solid ${LINE};${font(400, 16, 22)};color:${MUTED}"
        >
          ${unbroken(label)}
        </td>
        <td
          class="ink rule"
          align="right"
          dir="auto"
          style="padding:10px 0;border-top:1px solid ${LINE};${font(500, 16, 22)};color:${INK};${value.length <= SHORT ? 'white-space:nowrap' : 'word-break:break-word'}"
        >
          ${url === undefined ? unbroken(value) : linkTo(url, value, INK)}
        </td>
      </tr>`,
  );
  const sum =
    total &&
    html`<tr>
        <td
          colspan="2"
          class="dots"
          style="border-top:3px dotted #857f70;height:12px;font-size:0;line-height:0"
        >
          &nbsp;
        </td>
      </tr>
      <tr>
        <td class="ink" style="padding:6px 12px 6px 0;${font(700, 17, 26)};color:${INK}">
          ${unbroken(total.label)}
        </td>
        <td
          class="ink"
          align="right"
          style="padding:6px 0;${font(700, 24, 28)};letter-spacing:-.01em;color:${INK};white-space:nowrap"
        >
          ${total.value}
        </td>
      </tr>`;
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:4px 0 24px"
  >
    ${cells} ${sum}
  </table>`;
}
