import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const SECRET = randomBytes(48).toString('base64');

test('reads each setting from the file that NAME_FILE names, without the line end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const path = write('database-url', 'postgres://zawadi:x@db/zawadi\n');
  expect(readEnvironment({ DATABASE_URL_FILE: path }).DATABASE_URL).toBe('postgres://zawadi:x@db/zawadi');
  expect(
    readEnvironment({ APP_SECRET_FILE: write('secret', `${SECRET}\n`), APP_SECRET: SECRET }),
  ).toMatchObject({
    APP_SECRET: SECRET,
  });
  expect(() => readEnvironment({ APP_SECRET_FILE: path, APP_SECRET: SECRET })).toThrow(
    'Set APP_SECRET or APP_SECRET_FILE, not both.',
  );
  expect(() => readEnvironment({ SMS_API_KEY_FILE: write('empty', '\n') })).toThrow(
    /^SMS_API_KEY_FILE is not valid: .* is empty\.$/u,
  );
  expect(() => readEnvironment({ SMS_API_KEY_FILE: join(folder, 'missing') })).toThrow(
    /^SMS_API_KEY_FILE is not valid: .*missing cannot be read \(ENOENT/u,
  );
  expect(() => readEnvironment({ PORT_FILE: path })).toThrow(/^PORT is not valid/u);
});
