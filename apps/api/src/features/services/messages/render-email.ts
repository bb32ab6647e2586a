import type { LanguageName } from '@zawadi/contract';
import type { Email } from './message.ts';
import { kes } from './copy/phrases.ts';
import {
  band,
  buttonOf,
  figureOf,
  font,
  INK,
  LINE,
  MUTED,
  pictureUrl,
  rowsOf,
  ticketOf,
} from './email-parts.ts';
import { html, lines, unbroken, type Html } from '../../../platform/html.ts';

export type RenderedEmail = { subject: string; text: string; html: string };

const SUBJECT_LENGTH = 150;
const PREHEADER_LENGTH = 140;

const tagline: Record<LanguageName, string> = {
  en: 'Zawadi. A gift that fits in an SMS.',
  sw: 'Zawadi. Inatosha kwenye SMS.',
};

// Style sheet of a mail. A mail program that drops it still shows a complete mail, because every colour is also inline.
// In dark mode the page changes its colours, the ticket does not. `data-ogsc` and `data-ogsb` are Outlook's.
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body,table,td{-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}
table{border-collapse:separate;border-spacing:0}img{display:block;border:0}
@media (max-width:619px){.side{width:11px!important;background-size:11px 11px!important}.in{padding-left:16px!important;padding-right:16px!important}.v{font-size:46px!important;line-height:50px!important}.mc{width:128px!important}.h1{font-size:24px!important;line-height:30px!important}.btn a{display:block!important}.bt{width:100%!important}.code{font-size:19px!important;letter-spacing:.04em!important}.pg{padding:12px 12px 32px!important}}
@media (max-width:359px){.code{font-size:16px!important}.v{font-size:38px!important}.mc{width:96px!important}}
@media (prefers-color-scheme:dark){.bg{background:#121412!important}.ink{color:#f3ede0!important}.muted{color:#b2b5a9!important}.card{background:#1b1e1a!important;border-color:#32362f!important}.rule{border-color:#32362f!important}.dots{border-color:#80867b!important}.sunk{background:#262a24!important}.good{color:#9ad27a!important}.prim{background:#54c3ae!important}.prim a{color:#04231e!important}}
[data-ogsc] .ink{color:#f3ede0!important}[data-ogsc] .muted{color:#b2b5a9!important}[data-ogsb] .card{background:#1b1e1a!important}
`;

// Blanks after the preheader. If a preheader is short, mail programs show the text that follows it.
const NOTHING = '&#847;&zwnj;&nbsp;'.repeat(60);

/**
 * Renders an email as plain text and as HTML with inline styles, readable with and without pictures. The HTML refers to
 * its pictures by `cid:`; see `attachPictures`.
 */
export function renderEmail(email: Email, language: LanguageName): RenderedEmail {
  return {
    subject: subjectLine(email.subject),
    text: textOf(email, language),
    html: htmlOf(email, language).markup,
  };
}

/**
 * Reduces a subject to one line without control characters: it becomes a mail header and may contain a name that a user
 * chose.
 */
function subjectLine(subject: string): string {
  return inOneLine(subject, SUBJECT_LENGTH);
}

function inOneLine(text: string, length: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...line].slice(0, length).join('');
}

function textOf(email: Email, language: LanguageName): string {
  const { ticket, figure, rows = [], total, button } = email;
  const blocks = [
    email.heading,
    ticket && `${ticket.labels.for} ${ticket.recipient}\n${kes(ticket.value)}`,
    ticket?.message,
    ticket && `${ticket.labels.from} ${ticket.sender}`,
    ticket && `${ticket.labels.code}: ${ticket.code}\n${ticket.labels.until}`,
    figure && `${figure.label}: ${kes(figure.amount)}`,
    ...email.paragraphs,
    email.code,
    [...rows, ...(total ? [total] : [])].map(lineOf).join('\n'),
    button && `${button.label}:\n${button.url}`,
    email.note,
    `-- \n${tagline[language]}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function lineOf({ label, value, url }: NonNullable<Email['rows']>[number]): string {
  return `${label}: ${value}${url === undefined ? '' : `\n  ${url}`}`;
}

function htmlOf(email: Email, language: LanguageName): Html {
  const preheader = inOneLine(email.preheader ?? email.paragraphs[0] ?? '', PREHEADER_LENGTH);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no,date=no,address=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${email.heading}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body class="bg" style="margin:0;padding:0;background:#f6f3ec;color:${INK};${font(400, 16, 24)}">
        <div
          style="display:none;max-height:0;overflow:hidden;mso-hide:all;color:#f6f3ec;font-size:1px;line-height:1px"
        >
          ${preheader}${{ markup: NOTHING }}
        </div>
        <table
          role="presentation"
          class="bg"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          bgcolor="#f6f3ec"
          style="background:#f6f3ec"
        >
          <tr>
            <td align="center" class="pg" style="padding:24px 12px 40px">
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:600px"
              >
                ${letterhead()} ${email.ticket ? giftOf(email, email.ticket) : cardOf(email)}
                <tr>
                  <td class="muted" style="padding:24px 4px 0;${font(400, 14, 21)};color:${MUTED}">
                    <div
                      class="rule"
                      style="border-top:1px solid ${LINE};height:16px;font-size:0;line-height:0"
                    >
                      &nbsp;
                    </div>
                    ${tagline[language]}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

function letterhead(): Html {
  return html`<tr>
    <td style="padding:0 0 20px">
      <table role="presentation" cellpadding="0" cellspacing="0">
        <tr>
          <td style="padding-right:10px">
            <img src="${pictureUrl('mark')}" width="32" height="32" alt="" />
          </td>
          <td class="ink" style="${font(700, 21, 28)};letter-spacing:-.02em;color:${INK}">Zawadi</td>
        </tr>
      </table>
    </td>
  </tr>`;
}

/** Renders a gift: the ticket directly on the page, then the steps to spend it. */
function giftOf(email: Email, ticket: NonNullable<Email['ticket']>): Html {
  return html`<tr>
      <td style="padding:0 0 20px">${heading(email.heading)}</td>
    </tr>
    ${ticketOf(ticket, email.button)}
    <tr>
      <td style="padding:28px 4px 0">${stepsOf(email.paragraphs)} ${noteOf(email)}</td>
    </tr>`;
}

/** Renders any other mail: a white sheet below the edge of a cloth. */
function cardOf(email: Email): Html {
  const { figure, code, rows, total, button, cloth = 'plain' } = email;
  const shown = [
    figure && figureOf(figure),
    heading(email.heading),
    ...email.paragraphs.map(paragraph),
    code === undefined ? undefined : codeBox(code),
    rows && rowsOf(rows, total),
    button && buttonOf(button, 'primary'),
    button &&
      html`<p class="muted" style="margin:12px 0 0;${font(400, 13, 18)};color:${MUTED};word-break:break-all">
        ${button.url}
      </p>`,
    noteOf(email),
  ].filter((part) => part !== undefined);
  return html`${band(cloth, 'band')}
    <tr>
      <td
        class="card in"
        bgcolor="#fffefb"
        style="background:#fffefb;border:1px solid ${LINE};border-top:0;padding:28px 28px 30px"
      >
        ${shown}
      </td>
    </tr>`;
}

function heading(text: string): Html {
  return html`<h1
    class="ink h1"
    style="margin:0 0 14px;${font(700, 28, 34)};letter-spacing:-.015em;color:${INK};word-break:break-word"
  >
    ${unbroken(text)}
  </h1>`;
}

function paragraph(text: string): Html {
  return html`<p class="ink" style="margin:0 0 14px;${font(400, 17, 25)};color:${INK}">${lines(text)}</p>`;
}

/** Renders paragraphs. Numbers them as steps if there are several. */
function stepsOf(paragraphs: string[]): Html {
  if (paragraphs.length < 2) return html`${paragraphs.map(paragraph)}`;
  const rows = paragraphs.map(
    (text, index) =>
      html`<tr>
        <td width="30" valign="top" class="muted" style="padding:5px 0;${font(700, 16, 24)};color:${MUTED}">
          ${index + 1}
        </td>
        <td class="ink" style="padding:5px 0;${font(400, 16, 24)};color:${INK}">${unbroken(text)}</td>
      </tr>`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    ${rows}
  </table>`;
}

/** Renders the note at the end; in a gift's mail, its first sentence is emphasised. */
function noteOf({ note, ticket }: Email): Html | undefined {
  if (note === undefined) return undefined;
  if (!ticket) {
    return html`<p class="muted" style="margin:18px 0 0;${font(400, 14, 20)};color:${MUTED}">
      ${unbroken(note)}
    </p>`;
  }
  const [first = '', ...rest] = note.split(/(?<=[.!?]) /u);
  return html`<p class="ink" style="margin:18px 0 0;${font(400, 16, 24)};color:${INK}">
    <b>${unbroken(first)}</b> ${unbroken(rest.join(' '))}
  </p>`;
}

function codeBox(code: string): Html {
  return html`<p
    class="ink sunk"
    style="margin:8px 0 20px;padding:14px;background:#efeadf;border-radius:8px;text-align:center;${font(700, 30, 36)};letter-spacing:.18em;color:${INK}"
  >
    ${code}
  </p>`;
}
