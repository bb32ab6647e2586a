import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  email as emailSchema,
  administratorRole as roleSchema,
  type AdministratorRole,
} from '@zawadi/contract';
import { createAdministrator } from '../apps/api/src/features/people/administrators/index.ts';
import { runCommand } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const USAGE = 'npm run admin:create -- --email you@example.org [--name "Your Name"] [--role administrator]';
const PASSWORD_BYTES = 15;

await runCommand('admin:create', async (deps) => {
  const { email, name, staffRole } = readRequest();
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  // The terminal shows the password, so it is valid for the first sign-in only.
  const request = { email, name, staffRole, password, mustChangePassword: true };
  if ((await createAdministrator(deps, request)) === undefined)
    throw new StartUpMistake(`${email} already has an account, which was not changed.`);
  console.log(`Created the account of ${name} (${staffRole}). The password is shown once and expires after three days.\nYou choose your own password at the first sign-in:

  ${deps.config.publicUrl}/admin/login
  ${email}
  ${password}
`);
  return true;
});

function readRequest(): { email: string; name: string; staffRole: AdministratorRole } {
  const options = { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } } as const;
  let values: { email?: string; name?: string; role?: string };
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    throw new StartUpMistake(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`);
  }
  const email = emailSchema.safeParse(values.email);
  if (!email.success) throw new StartUpMistake(`An email address is needed. Usage: ${USAGE}`);
  const role = roleSchema.safeParse(values.role ?? 'administrator');
  if (!role.success)
    throw new StartUpMistake(`The roles are ${roleSchema.options.join(', ')}. Usage: ${USAGE}`);
  const name = values.name?.trim().slice(0, 80) || (email.data.split('@')[0] ?? email.data);
  return { email: email.data, name, staffRole: role.data };
}
