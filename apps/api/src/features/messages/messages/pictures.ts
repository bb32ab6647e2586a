import { readFileSync } from 'node:fs';

/** The pictures of the mails, at twice the size they are shown: bands, sides and motif of each cloth, and the mark. */
const FOLDER = new URL('./pictures/', import.meta.url);

const NAMED = /cid:([a-z-]+)@zawadi/gu;

type Attachment = {
  filename: string;
  cid: string;
  content: Buffer;
  contentType: 'image/png';
  contentDisposition: 'inline';
};

const read = new Map<string, Buffer>();

/** What has to travel with a mail so that its pictures are seen: those that it names. */
export function attachPictures(html: string): Attachment[] {
  return [...new Set(namesIn(html))].map((name) => ({
    filename: `${name}.png`,
    cid: `${name}@zawadi`,
    content: picture(name),
    contentType: 'image/png',
    contentDisposition: 'inline',
  }));
}

/** The mail as a page of its own, with its pictures in it and without the styles that a page's policy refuses. */
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
