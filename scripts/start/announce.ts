import { relative } from 'node:path';
import type { Config } from '../../apps/api/src/config/config.ts';

const PASSWORD = 'Zawadi-demo-1';
const SIGN_INS = [
  ['consumer', '/login', 'amina@zawadi.test, brian@zawadi.test'],
  ['merchant', '/merchant/login', 'DUKA001, DUKA001.juma'],
  ['administrator', '/admin/login', 'admin@zawadi.test, admin2@zawadi.test'],
] as const;

/**
 * What to open and how to sign in, for the person who has just run `npm start`.
 *
 * @param hasDemo whether the demo people exist in this data
 */
export function announce(config: Config, dataDir: string, hasDemo: boolean): string {
  const lines = [
    '',
    'Zawadi is ready.',
    '',
    row('Web and API', config.publicUrl),
    row('API reference', `${config.publicUrl}/api/docs`),
  ];
  if (config.sandboxPhoneUrl !== undefined) lines.push(row('Sandbox phone', config.sandboxPhoneUrl));
  lines.push(row('Data and logs', shorten(dataDir)), '');
  if (hasDemo) {
    lines.push(`Demo sign-ins, all with the password ${PASSWORD}:`);
    for (const [who, path, names] of SIGN_INS)
      lines.push(row(who, `${config.publicUrl}${path}`.padEnd(40) + names));
    lines.push('');
  }
  lines.push('Ctrl-C stops everything; the data stays.');
  return lines.join('\n');
}

function shorten(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path.startsWith('..') ? folder : `./${path}`;
}

function row(label: string, value: string): string {
  return `  ${label.padEnd(15)} ${value}`;
}
