import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import product from '../../package.json' with { type: 'json' };
import { chooseServerUser } from '../../scripts/embedded-postgres/server-user.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEPT_CHARACTERS = 8_000;

/** A process of the product that runs from an artefact. */
export type Part = {
  /** Resolves when the process has printed this text. */
  untilPrinted: (words: string) => Promise<void>;
  /** Resolves with the exit code and the output. */
  hasEnded: Promise<{ code: number | null; printed: string }>;
  signal: (name: NodeJS.Signals) => void;
  /** Returns the resident memory of the process in bytes. */
  residentBytes: () => number;
};

export type Artefact = {
  /** Runs a command of the artefact as an ordinary user, with only these variables. */
  run: (command: string, environment: Record<string, string>, ...options: string[]) => Part;
  /** Runs a script in the folder of the artefact. */
  evaluate: (script: string) => Part;
  /**
   * Creates an artefact of a newer version: the same code with another version number, one more migration, and a changed
   * file of functions.
   */
  newer: (version: string, migration: { name: string; sql: string }) => Artefact;
};

const running = new Set<ReturnType<typeof spawn>>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Makes a temporary folder that every user may read. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-production-'));
  chmodSync(folder, 0o755);
  return {
    folder,
    remove: () => {
      spawnSync('chmod', ['-R', 'u+w', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Builds the artefact, and puts it and Node into a folder that an ordinary user may read but not write. */
export function buildArtefact(folder: string): Artefact {
  const home = join(folder, 'current');
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--to', home], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the artefact could not be built:\n${built.stdout}${built.stderr}`);
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  return openArtefact(home, node);
}

function openArtefact(home: string, node: string): Artefact {
  spawnSync('chmod', ['-R', 'a+rX,a-w', home]);
  return {
    evaluate: (script) => runPart([node, `--eval=${script}`], { home, environment: {} }),
    run: (command, environment, ...options) =>
      runPart([node, 'zawadi', command, ...options], { home, environment }),
    newer: (version, { name, sql }) => {
      const next = `${home}-${version}`;
      cpSync(home, next, { recursive: true });
      spawnSync('chmod', ['-R', 'u+w', next]);
      for (const file of ['api.js', 'worker.js', 'migrate.js']) setVersion(join(next, file), version);
      mkdirSync(join(next, 'database/migrations'), { recursive: true });
      writeFileSync(join(next, 'database/migrations', `${name}.sql`), sql);
      appendFileSync(join(next, 'database/vouchers/vouchers.sql'), `\n-- Changed by ${version}.\n`);
      return openArtefact(next, node);
    },
  };
}

/** The build has put the version of package.json into the program. */
function setVersion(program: string, version: string): void {
  const text = readFileSync(program, 'utf8');
  const changed = text.replace(`= "${product.version}";`, `= "${version}";`);
  if (changed === text) throw new Error(`${program} does not contain its version`);
  writeFileSync(program, changed);
}

function runPart(
  [program = '', ...args]: string[],
  { home, environment }: { home: string; environment: Record<string, string> },
): Part {
  const child = spawn(program, args, {
    cwd: home,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...chooseServerUser(),
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-KEPT_CHARACTERS);
    });
  }
  const hasEnded = once(child, 'close').then(() => {
    running.delete(child);
    return { code: child.exitCode, printed };
  });
  return {
    untilPrinted: async (words) => {
      while (!printed.includes(words)) {
        const end = await Promise.race([hasEnded, once(child.stdout, 'data')]);
        if ('code' in end) throw new Error(`${args.join(' ')} ended with ${end.code}:\n${end.printed}`);
      }
    },
    hasEnded,
    signal: (name) => void child.kill(name),
    residentBytes: () => {
      const [, kilobytes] =
        /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) * 1_024;
    },
  };
}
