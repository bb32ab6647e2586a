import type { Endpoint } from '@zawadi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/refusal.ts';

export const FORM = 'application/x-www-form-urlencoded';

/**
 * Makes the routes of a Fastify scope read one file as their body, instead of JSON.
 * @param scope an encapsulated instance, because all routes of an instance share its parsers
 */
export function acceptUpload(scope: FastifyInstance, upload: NonNullable<Endpoint['upload']>): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    [...upload.mediaTypes],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, content: Buffer) => {
      // Copy the content: a small buffer is part of a larger one that others share.
      return new File([new Uint8Array(content)], 'upload', { type: request.headers['content-type'] ?? '' });
    },
  );
  scope.addContentTypeParser('*', async () => {
    throw new Refusal('unsupported_media_type', {}, `Please send one of: ${upload.mediaTypes.join(', ')}`);
  });
}

/**
 * Makes the routes of a Fastify scope read a form as their body, instead of JSON.
 * @throws Refusal `repeated_field` for a request that names a field twice
 */
export function acceptForm(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    fieldsOf(text),
  );
  scope.addContentTypeParser('*', async () => {
    throw new Refusal('unsupported_media_type', {}, `Please send ${FORM}`);
  });
}

function fieldsOf(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw new Refusal('repeated_field');
  return Object.fromEntries(fields);
}
