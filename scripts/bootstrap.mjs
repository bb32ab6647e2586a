// Runs before anything is installed, on whatever Node the machine has: plain JavaScript, Node 18, no packages.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binFolder = join(root, 'node_modules', '.bin');

const [command = '', ...args] = process.argv.slice(2);
if (!commands().includes(command)) stop(`Unknown command "${command}". There are: ${commands().join(', ')}.`);
checkMachine();
if (!isInstalled()) install();
run(findNode(), command, args);

/** What package.json calls: the last word of each of its lines, which is a file of this folder. */
function commands() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(scripts).map((line) => line.split(' ').at(-1));
}

function checkMachine() {
  const machine = `${process.platform}-${process.arch}`;
  if (!['linux-x64', 'linux-arm64'].includes(machine)) {
    stop(
      `Zawadi runs on Linux, x64 or arm64; this machine is ${machine}. On another system use WSL or a Linux VM.`,
    );
  }
  if (Number.parseInt(process.versions.node, 10) < 18) {
    stop(`Node ${process.versions.node} is too old to start from; install Node 20 or newer.`);
  }
}

/** npm writes the hidden lockfile last, so an interrupted or outdated installation does not match. */
function isInstalled() {
  const wanted = readLock('package-lock.json');
  const present = readLock(join('node_modules', '.package-lock.json'));
  if (!wanted) stop('package-lock.json is missing or damaged; restore it with git.');
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = present[path];
    return found ? found.version === entry.version && found.link === entry.link : entry.optional === true;
  });
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  console.log('Installing the pinned packages with npm ci (needed once, about a minute) …');
  // Without our own Node on the PATH: npm is about to replace it.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== binFolder);
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: path.join(delimiter) },
    },
  );
  if (error) stop(`npm cannot be run (${error.message}); install npm, which comes with Node.`);
  if (status !== 0)
    stop(`npm ci failed (exit code ${status}); see its message above, check the network and try again.`);
}

function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath;
  const node = join(binFolder, 'node');
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (Number.parseInt((stdout ?? '').replace('v', ''), 10) >= NEEDED_NODE) return node;
  return stop(
    `Node ${NEEDED_NODE} is needed: the packages should have brought it, but ${node} does not run here. ` +
      `Remove node_modules and try again, or install Node ${NEEDED_NODE}.`,
  );
}

function run(node, script, scriptArgs) {
  const child = spawn(node, [join(root, 'scripts', `${script}.ts`), ...scriptArgs], {
    cwd: root,
    // The child sees the channel close, and stops, when this process is killed without a chance to tell it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}`,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm cannot pass kill -9 on; a new parent is how we learn of it.
  const parent = process.ppid;
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  setInterval(() => isRunByNpm && process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => stop(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
