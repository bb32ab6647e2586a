import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);
// Brotli quality. Pages and answers are a few KB, and each gift page is compressed for one reader.
const QUALITY = 5;

/** Returns the text in an encoding that the caller accepts, and sets the reply's headers. */
export async function compressedFor(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<Buffer | string> {
  if (!/\bbr\b/u.test(request.headers['accept-encoding'] ?? '')) return text;
  reply.header('content-encoding', 'br');
  return compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
