import { readFileSync } from 'node:fs';
import MimeNode from 'nodemailer/lib/mime-node';

/** The pictures of the mails, at twice their displayed size: the bands, sides and motif of each cloth, and the logo. */
const FOLDER = new URL('./pictures/', import.meta.url);

const NAMED = /cid:([a-z-]+)@zawadi/gu;

type Attachment = { cid: string; contentType: 'image/png'; raw: Buffer };

const read = new Map<string, Buffer>();
const parts = new Map<string, Promise<Buffer>>();

/** Returns the attachments for the pictures that a mail shows. */
export function attachPictures(html: string): Promise<Attachment[]> {
  return Promise.all(
    [...new Set(namesIn(html))].map(async (name) => ({
      cid: `${name}@zawadi`,
      contentType: 'image/png' as const,
      raw: await partOf(name),
    })),
  );
}

/**
 * Encodes a picture as a part of a mail. Caches the part, because encoding would take half of the time to build a mail.
 */
function partOf(name: string): Promise<Buffer> {
  const part =
    parts.get(name) ??
    new MimeNode('image/png', { filename: `${name}.png` })
      .setHeader('Content-Id', `<${name}@zawadi>`)
      .setHeader('Content-Disposition', 'inline')
      .setContent(picture(name))
      .build();
  parts.set(name, part);
  return part;
}

/**
 * Converts a mail to a web page: embeds its pictures and removes the styles that the content security policy forbids.
 */
export function asPage(html: string): string {
  return html
    .replace(/<style>[^<]*<\/style>/u, '')
    .replaceAll(NAMED, (_, name: string) => `data:image/png;base64,${picture(name).toString('base64')}`);
}

function namesIn(html: string): string[] {
  return [...html.matchAll(NAMED)].map(([, name = '']) => name);
}

function picture(name: string): Buffer {
  const content = read.get(name) ?? readFileSync(new URL(`${name}.png`, FOLDER));
  read.set(name, content);
  return content;
}
