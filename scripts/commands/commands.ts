import { parseArgs } from 'node:util';
import { basename } from 'node:path';
import { StartUpMistake } from '../start-up-mistake.ts';
import { inColumns } from './in-columns.ts';

type Option = { does: string; value?: string };

type Command = {
  /** One sentence: what the command does. */
  does: string;
  /** Script of package.json that runs the command from the sources, if there is one. */
  script?: string;
  /** File of the sources that the build bundles. */
  source: string;
  options: Readonly<Record<string, Option>>;
  /** Settings that the command reads, in words. */
  settings: string;
  /** Options of examples, without the command. */
  examples: readonly string[];
  /** A process that serves until SIGTERM, and so needs the memory settings of ops/memory.json. */
  isServer?: true;
};

const EVERY_SETTING = 'all of ops/zawadi.env.example, without DATABASE_OWNER_URL';
const OWNER = 'DATABASE_URL, DATABASE_OWNER_URL, and APP_SECRET or APP_SECRETS';

/** Commands for operators. The artefact runs them as `node zawadi NAME`, the sources as `npm run SCRIPT`. */
export const COMMANDS = {
  api: {
    does: 'Serves the API and the web app on HOST:PORT until SIGTERM. Run two or more behind a proxy.',
    script: 'serve:api',
    source: 'apps/api/src/server.ts',
    options: {},
    settings: EVERY_SETTING,
    examples: [''],
    isServer: true,
  },
  worker: {
    does: 'Runs jobs and sends messages until SIGTERM. One is enough.',
    script: 'serve:worker',
    source: 'apps/api/src/worker.ts',
    options: {},
    settings: EVERY_SETTING,
    examples: [''],
    isServer: true,
  },
  migrate: {
    does: 'Brings the database to the schema of this version. The version before can go on serving.',
    script: 'db:migrate',
    source: 'apps/api/src/migrate.ts',
    options: {},
    settings: 'DATABASE_OWNER_URL only',
    examples: [''],
  },
  'admin-create': {
    does: 'Creates an administrator and prints a password for the first sign-in.',
    script: 'admin:create',
    source: 'scripts/admin-create.ts',
    options: {
      email: { value: 'ADDRESS', does: 'email address to sign in with' },
      name: { value: 'NAME', does: 'name shown to other administrators; else the start of the address' },
      role: { value: 'ROLE', does: 'administrator (default), finance, support or read-only' },
    },
    settings: 'those of the API',
    examples: ['--email you@example.org --name "Your Name"'],
  },
  backup: {
    does: 'Writes a backup of the database into a new folder, while Zawadi keeps working.',
    script: 'backup',
    source: 'scripts/backup.ts',
    options: {
      to: {
        value: 'PLACE',
        does: 'folder of all backups, s3://BUCKET/PREFIX or sftp://USER@HOST/FOLDER',
      },
      recipient: {
        value: 'KEY',
        does: 'packs and encrypts it for this public key of age (age1…), or for several with commas between',
      },
      keep: {
        value: 'PERIODS',
        does: 'then deletes outdated backups; 24h,30d,12m keeps one of each hour, day and month',
      },
    },
    settings:
      'DATABASE_BACKUP_URL, the address of the role zawadi_backup, which only reads; or DATABASE_OWNER_URL. BACKUP_TO, BACKUP_RECIPIENT and BACKUP_KEEP stand for the options. S3: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3. SFTP: BACKUP_SSH_KEY_FILE, BACKUP_SSH_HOST_KEY',
    examples: ['--to /mnt/backups', '--to s3://backups/zawadi --recipient age1… --keep 24h,30d,12m'],
  },
  restore: {
    does: 'Loads a backup into an empty database and closes the system until you open it.',
    script: 'restore',
    source: 'scripts/restore.ts',
    options: {
      from: {
        value: 'BACKUP',
        does: 'loads this backup: a folder, or a packed backup in a PLACE of `backup`',
      },
      newest: { does: 'takes the newest backup of the place after --from' },
      identity: { value: 'FILE', does: 'file of the private key, for a packed backup' },
      until: { value: 'TIME', does: 'when the lost system stopped; now if left out' },
      'restored-to': { value: 'TIME', does: 'only closes the system, restored by other tools' },
      yes: { does: 'confirms --restored-to' },
      open: { does: 'opens the system after the reconciliation' },
      force: { does: 'opens it although something is not checked' },
    },
    settings: OWNER,
    examples: [
      '--from /mnt/backups/zawadi-2026-11-23T09-30-00Z --until 2026-11-23T14:05:00+03:00',
      '--from s3://backups/zawadi --newest --identity /root/backups.key',
      '--restored-to 2026-11-23T14:04:30+03:00 --yes',
      '--open',
    ],
  },
  'backup-check': {
    does: 'Restores the newest backup into a scratch database, audits its books and drops it.',
    script: 'backup:check',
    source: 'scripts/backup-check.ts',
    options: {
      from: { value: 'PLACE', does: 'place of all backups, as after --to of `backup`' },
      identity: { value: 'FILE', does: 'file of the private key, for packed backups' },
    },
    settings: `${OWNER}. BACKUP_TO and BACKUP_IDENTITY_FILE stand for the options. S3 and SFTP as for backup`,
    examples: ['--from s3://backups/zawadi --identity /root/backups.key'],
  },
  verify: {
    does: 'Verifies the audit log, or the files of a backup.',
    script: 'verify',
    source: 'scripts/verify.ts',
    options: {
      expect: {
        value: 'NUMBER:HASH',
        does: 'also proves that no entry changed since an earlier verification',
      },
      backup: { value: 'BACKUP', does: 'verifies this backup instead, without a database' },
      newest: { does: 'verifies the newest backup of the place after --backup' },
      identity: { value: 'FILE', does: 'file of the private key, for a packed backup' },
    },
    settings: 'those of the API; none with --backup',
    examples: ['', '--backup /mnt/backups/zawadi-2026-11-23T09-30-00Z'],
  },
  doctor: {
    does: 'Checks from outside what the system needs, and says what to do about each fault.',
    script: 'doctor',
    source: 'scripts/doctor.ts',
    options: { json: { does: 'prints the results as JSON' } },
    settings: 'those of the API',
    examples: ['', '--json'],
  },
  'keys-status': {
    does: 'Prints how much data each key seals.',
    script: 'keys:status',
    source: 'scripts/keys-status.ts',
    options: {},
    settings: 'those of the API',
    examples: [''],
  },
  'keys-rotate': {
    does: 'Seals all data again with the newest key of APP_SECRETS, while Zawadi runs.',
    script: 'keys:rotate',
    source: 'scripts/keys-rotate.ts',
    options: {},
    settings: OWNER,
    examples: [''],
  },
  'pay-bill-address': {
    does: 'Prints the addresses where M-PESA reports payments, or switches to the next one.',
    script: 'pay-bill:address',
    source: 'scripts/pay-bill-address.ts',
    options: {
      'changed-over': { does: 'the next address replaces the former one' },
      force: { does: 'switches although the next address has received no call' },
    },
    settings: 'those of the API; with --changed-over also DATABASE_OWNER_URL',
    examples: ['', '--changed-over'],
  },
  'start-again': {
    does: 'Ends a stop without a second administrator.',
    script: 'start-again',
    source: 'scripts/start-again.ts',
    options: { name: { value: 'NAME', does: 'buying, claiming, redeeming, withdrawing or settling' } },
    settings: OWNER,
    examples: ['--name withdrawing'],
  },
  sandbox: {
    does: 'Runs simulated M-PESA, SMS and email for PROVIDER=sandbox, until SIGTERM.',
    source: 'apps/sandbox/src/main.ts',
    options: {},
    settings:
      'SANDBOX_HOST, SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_USSD_CODE, SANDBOX_USSD_URL, SANDBOX_USSD_EVENT_URL, DATA_DIR',
    examples: [''],
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** All commands, in the order of the help. */
export const commandList = Object.entries(COMMANDS) as [CommandName, Command][];

const HELP: Option = { does: 'prints this' };

type Values<Options> = {
  -readonly [Name in keyof Options]?: Options[Name] extends { value: string } ? string : boolean;
};

/**
 * Parses the options of a command. With `--help` it prints the help and ends the process.
 * @throws StartUpMistake with the usage, for an unknown option or a missing value
 */
export function readOptions<Name extends CommandName>(
  name: Name,
  args: string[] = process.argv.slice(2),
): Values<(typeof COMMANDS)[Name]['options']> {
  const options = Object.fromEntries(
    Object.entries<Option>({ ...COMMANDS[name].options, help: HELP }).map(
      ([option, { value }]) => [option, { type: value ? 'string' : 'boolean' }] as const,
    ),
  );
  try {
    const { values } = parseArgs({ options, args });
    if (!('help' in values)) return values as Values<(typeof COMMANDS)[Name]['options']>;
  } catch (error) {
    throw new StartUpMistake(`${error instanceof Error ? error.message : String(error)}\n${usageOf(name)}`);
  }
  console.log(helpOf(name));
  return process.exit(0);
}

/** Returns the command as the operator types it here: in the artefact or in the sources. */
export function lineOf(name: CommandName, options = ''): string {
  const isInArtefact = basename(process.argv[1] ?? '') === PROGRAM;
  const { script }: Command = COMMANDS[name];
  const line = isInArtefact || script === undefined ? `node ${PROGRAM} ${name}` : `npm run ${script} --`;
  return options === '' ? line.replace(/ --$/u, '') : `${line} ${options}`;
}

/** Name of the artefact's program, which runs all commands. */
export const PROGRAM = 'zawadi';

/** Returns one line with the options of a command. */
export function usageOf(name: CommandName): string {
  const options = Object.entries<Option>(COMMANDS[name].options).map(([option, { value }]) =>
    value ? `[--${option} ${value}]` : `[--${option}]`,
  );
  return `Usage: ${lineOf(name, options.join(' '))}`;
}

export function helpOf(name: CommandName): string {
  const { does, options, settings, examples }: Command = COMMANDS[name];
  const lines = Object.entries(options).map(
    ([option, one]) => [`--${option}${one.value ? ` ${one.value}` : ''}`, one.does] as const,
  );
  return [
    does,
    usageOf(name),
    ...(lines.length > 0 ? [`Options:\n${inColumns(lines)}`] : []),
    `Settings: ${settings}.\n  Each can be read from a file: NAME_FILE has the path.`,
    `Examples:\n${examples.map((example) => `  ${lineOf(name, example)}`).join('\n')}`,
  ].join('\n\n');
}
