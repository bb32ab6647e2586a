import { randomBytes } from 'node:crypto';
import {
  email as emailSchema,
  administratorRole as roleSchema,
  type AdministratorRole,
} from '@zawadi/contract';
import { createAdministrator } from '../apps/api/src/features/people/administrators/index.ts';
import { usageOf, type readOptions } from './commands/commands.ts';
import { runCommand } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const PASSWORD_BYTES = 15;

await runCommand('admin-create', async (deps, options) => {
  const { email, name, staffRole } = readRequest(options);
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

function readRequest(options: ReturnType<typeof readOptions<'admin-create'>>): {
  email: string;
  name: string;
  staffRole: AdministratorRole;
} {
  const email = emailSchema.safeParse(options.email);
  if (!email.success) throw new StartUpMistake(`An email address is needed. ${usageOf('admin-create')}`);
  const role = roleSchema.safeParse(options.role ?? 'administrator');
  if (!role.success)
    throw new StartUpMistake(`The roles are ${roleSchema.options.join(', ')}. ${usageOf('admin-create')}`);
  const name = options.name?.trim().slice(0, 80) || (email.data.split('@')[0] ?? email.data);
  return { email: email.data, name, staffRole: role.data };
}
