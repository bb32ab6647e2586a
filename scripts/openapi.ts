import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@zawadi/contract';
import { merchantApiDocument } from '../apps/api/src/http/merchant-api-document.ts';

export const OPENAPI_FILE = join(import.meta.dirname, '../docs/openapi.json');

/** Returns the OpenAPI document of the merchant API as committed. A running system inserts its own URL. */
export function writtenDocument(): string {
  const document = merchantApiDocument({
    endpoints: contract.endpointsIn(contract),
    publicUrl: 'https://zawadi.example',
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, writtenDocument());
