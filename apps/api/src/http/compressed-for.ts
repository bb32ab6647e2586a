import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);
// A page and an answer are a few KB, and those of a gift are made for each reader.
const QUALITY = 5;

/** The text as its caller takes it: compressed, which the reply's headers say, or as it is. */
export async function compressedFor(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<Buffer | string> {
  if (!/\bbr\b/u.test(request.headers['accept-encoding'] ?? '')) return text;
  reply.header('content-encoding', 'br');
  return compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
