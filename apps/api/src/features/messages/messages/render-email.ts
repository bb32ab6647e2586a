import type { Cloth, LanguageName } from '@zawadi/contract';
import type { Email, Ticket } from './message.ts';
import { kes } from './copy/phrases.ts';

/** Markup that may go into a message as it is. Only `html` makes it. */
type Html = { readonly markup: string };

type Part = string | number | Html | readonly Html[] | undefined;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export type RenderedEmail = { subject: string; text: string; html: string };

const SUBJECT_LENGTH = 150;

const UNBROKEN = 'M-PESA';

// The light colours of packages/look/src/palette.css; mail programs know no custom properties.
const INK = '#15211d';
const MUTED = '#53605a';
const LINE = '#ded7c8';
const FONT = "font-family:'Funnel Display',system-ui,'Segoe UI','Noto Sans',sans-serif";
const CLOTHS: Record<Cloth, { ground: string; ink: string; band: string }> = {
  plain: { ground: '#0a5a50', ink: '#fff6e2', band: '#063a34' },
  asante: { ground: '#5b1d43', ink: '#fff3df', band: '#3a0f2a' },
  birthday: { ground: '#f3aa1f', ink: '#2a1500', band: '#9c1f4a' },
  graduation: { ground: '#222f73', ink: '#fff6e2', band: '#141c4a' },
  eid: { ground: '#f2e8cd', ink: '#123d2b', band: '#14503a' },
  christmas: { ground: '#95191d', ink: '#fff3df', band: '#123f2c' },
};

const tagline: Record<LanguageName, string> = {
  en: 'Zawadi · gifts that arrive by M-PESA',
  sw: 'Zawadi · zawadi zinazofika kwa M-PESA',
};

/** Sets an email as plain text and as HTML with inlined styles, for people with and without pictures. */
export function renderEmail(email: Email, language: LanguageName): RenderedEmail {
  return {
    subject: subjectLine(email.subject),
    text: textOf(email, language),
    html: htmlOf(email, language).markup,
  };
}

/** One line without control characters, whatever the names in it contain: it becomes a header. */
function subjectLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...line].slice(0, SUBJECT_LENGTH).join('');
}

function textOf(email: Email, language: LanguageName): string {
  const { ticket, rows = [], button } = email;
  const blocks = [
    email.heading,
    ticket && `${ticket.labels.gift}: ${kes(ticket.value)}\n${ticket.labels.from}: ${ticket.sender}`,
    ticket?.message,
    ...email.paragraphs,
    email.code,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    button && `${button.label}:\n${button.url}`,
    email.note,
    `-- \n${tagline[language]}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function htmlOf(email: Email, language: LanguageName): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>${email.heading}</title>
      </head>
      <body style="margin:0;background:#f6f3ec;color:${INK};${FONT}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
                <tr>
                  <td style="padding:0 4px 14px;font-size:20px;font-weight:700;color:#0a5a50">Zawadi</td>
                </tr>
                <tr>
                  <td
                    style="background:#fffefb;border:1px solid ${LINE};border-radius:12px;padding:28px 24px"
                  >
                    <h1 style="margin:0 0 16px;font-size:26px;line-height:32px;font-weight:700">
                      ${unbroken(email.heading)}
                    </h1>
                    ${email.ticket && ticketOf(email.ticket)} ${email.paragraphs.map(paragraph)}
                    ${email.code === undefined ? undefined : codeBox(email.code)}
                    ${email.rows && rowsOf(email.rows)} ${email.button && buttonOf(email.button)}
                    ${email.note === undefined ? undefined : html`<p style="margin:20px 0 0;font-size:14px;line-height:20px;color:${MUTED}">${unbroken(email.note)}</p>`}
                  </td>
                </tr>
                <tr>
                  <td style="padding:16px 4px;font-size:13px;line-height:18px;color:${MUTED}">
                    ${unbroken(tagline[language])}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

function paragraph(text: string): Html {
  return html`<p style="margin:0 0 14px;font-size:17px;line-height:25px">${unbroken(text)}</p>`;
}

function codeBox(code: string): Html {
  return html`<p
    style="margin:8px 0 20px;padding:14px;background:#efeadf;border-radius:8px;text-align:center;font-size:30px;line-height:36px;font-weight:700;letter-spacing:0.18em"
  >
    ${code}
  </p>`;
}

function rowsOf(rows: { label: string; value: string }[]): Html {
  const cells = rows.map(
    ({ label, value }) =>
      html`<tr>
        <td style="padding:10px 0;border-bottom:1px solid ${LINE};font-size:15px;color:${MUTED}">
          ${unbroken(label)}
        </td>
        <td
          align="right"
          style="padding:10px 0;border-bottom:1px solid ${LINE};font-size:16px;font-weight:600"
        >
          ${unbroken(value)}
        </td>
      </tr>`,
  );
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:4px 0 20px"
  >
    ${cells}
  </table>`;
}

function buttonOf({ label, url }: { label: string; url: string }): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0">
      <tr>
        <td style="background:#0a5a50;border-radius:8px">
          <a
            href="${webAddress(url)}"
            style="display:inline-block;padding:14px 24px;color:#fffefb;font-size:17px;font-weight:600;text-decoration:none"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    <p style="margin:12px 0 0;font-size:13px;line-height:18px;color:${MUTED};word-break:break-all">
      ${url}
    </p>`;
}

function ticketOf({ value, sender, message, cloth, labels }: Ticket): Html {
  const { ground, ink, band } = CLOTHS[cloth];
  const body = html`<tr>
    <td
      style="background:#fdf7e8;color:#1d1a12;padding:18px 20px;border:1px solid #d9cdb0;border-top:0;border-radius:0 0 8px 8px"
    >
      <p dir="auto" style="margin:0 0 10px;font-size:17px;line-height:25px">${lines(message)}</p>
      <p style="margin:0;font-size:15px;color:#635b49">
        ${labels.from} <strong dir="auto" style="color:#1d1a12">${sender}</strong>
      </p>
    </td>
  </tr>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">
    <tr>
      <td
        style="background:${ground};color:${ink};padding:22px 20px;border-radius:8px 8px 0 0;border-bottom:8px solid ${band}"
      >
        <p style="margin:0 0 4px;font-size:15px">${labels.gift}</p>
        <p style="margin:0;font-size:40px;line-height:46px;font-weight:700">${kes(value)}</p>
      </td>
    </tr>
    ${body}
  </table>`;
}

/** Nothing but a web address may be a link, should one ever come from outside. */
function webAddress(url: string): string {
  return /^https?:\/\//u.test(url) ? url : '#';
}

/** Markup with every inserted text escaped, in elements and in quoted attributes alike. */
function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = literals.map((literal, index) => literal + markupOf(parts[index])).join('');
  return { markup };
}

/** A text whose line breaks are shown. */
function lines(text: string): Html {
  const [first = '', ...rest] = text.split('\n');
  return rest.reduce((above, line) => html`${above}<br />${line}`, html`${first}`);
}

/** A text in which no line ends within "M-PESA". */
function unbroken(text: string): Html {
  const [first = '', ...rest] = text.split(UNBROKEN);
  return rest.reduce(
    (before, after) => html`${before}<span style="white-space:nowrap">${UNBROKEN}</span>${after}`,
    html`${first}`,
  );
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? '');
}
