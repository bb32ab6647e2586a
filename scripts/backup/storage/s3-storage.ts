import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, GetObjectCommand, S3Client, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Storage } from './storage.ts';

// Parts are kept in memory, two at a time. S3 allows 10,000 parts, so a backup may have 160 GB.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
const PART_BYTES = 16 * 1024 * 1024;

/**
 * Keeps backups in a bucket of S3 or of a compatible service. Credentials, region and another endpoint come from the
 * settings of AWS: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3.
 */
export function openS3Storage({ bucket, prefix }: { bucket: string; prefix: string }): Storage {
  const client = new S3Client({
    // Compatible services often have no host name for each bucket, and do not know the checksums of AWS.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const keyOf = (name: string) => `${prefix}${name}`;
  return {
    place: `s3://${bucket}/${prefix}`.replace(/\/$/u, ''),
    put: async (name, file) => {
      const params = { Bucket: bucket, Key: keyOf(name), Body: createReadStream(file) };
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done();
    },
    list: async () => {
      const names: string[] = [];
      for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        names.push(...(Contents ?? []).flatMap(({ Key }) => (Key ? [Key.slice(prefix.length)] : [])));
      return names;
    },
    get: async (name, file) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
      if (!(Body instanceof Readable)) throw new Error(`${keyOf(name)} has no content.`);
      await pipeline(Body, createWriteStream(file, { mode: 0o600 }));
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
    },
    close: async () => client.destroy(),
  };
}
