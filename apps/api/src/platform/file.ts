import type { FastifyReply } from 'fastify';

/** Answer of a handler that sends a file. */
export class FileAnswer {
  readonly contentType: string;
  readonly fileName: string;
  readonly content: NodeJS.ReadableStream | Buffer;

  constructor(file: { contentType: string; fileName: string; content: NodeJS.ReadableStream | Buffer }) {
    this.contentType = file.contentType;
    this.fileName = file.fileName;
    this.content = file.content;
  }
}

/** Sends a file as a download. Our code chooses its name: letters, digits, dots and hyphens. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .header('x-content-type-options', 'nosniff')
    .send(file.content);
}
