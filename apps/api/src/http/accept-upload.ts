import type { Endpoint } from '@zawadi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/refusal.ts';

/**
 * Has the routes of a scope read one file as their body instead of JSON.
 * @param scope an encapsulated instance, because parsers are shared by all routes of one
 */
export function acceptUpload(scope: FastifyInstance, upload: NonNullable<Endpoint['upload']>): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    [...upload.mediaTypes],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, content: Buffer) => {
      // A copy of its own: a small buffer is part of memory that others share.
      return new File([new Uint8Array(content)], 'upload', { type: request.headers['content-type'] ?? '' });
    },
  );
  scope.addContentTypeParser('*', async () => {
    throw new Refusal('unsupported_media_type', {}, `Please send one of: ${upload.mediaTypes.join(', ')}`);
  });
}
