// Runs before anything is installed, on any recent Node, so it is plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binFolder = join(root, 'node_modules', '.bin');
// Use the path of the packaged Node: two packages offer the command `node`, and npm 10 links neither.
const packagedNode = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');

checkMachine();
const [command = '', ...args] = process.argv.slice(2);
if (!commands().includes(command)) stop(`Unknown command "${command}". There are: ${commands().join(', ')}.`);
if (!isInstalled()) install();
run(findNode(), command, args);

/** Returns the commands of package.json: the last word of each script line, which is the name of a file in scripts/. */
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
  const [major, minor] = process.versions.node.split('.').map(Number);
  // Node versions that the native packages accept. On any other Node, npm silently skips these packages.
  const isEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isEnough) {
    stop(
      `Node ${process.versions.node} cannot install the packages of Zawadi; install Node 20.19, 22.12, 24 or newer (https://nodejs.org).`,
    );
  }
}

/**
 * npm writes the hidden lockfile last. So it differs from package-lock.json after an interrupted or outdated
 * installation.
 */
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
  // Keep the packaged Node off the PATH, because npm is about to replace it.
  const ours = [binFolder, dirname(packagedNode)];
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !ours.includes(folder));
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: path.join(delimiter), npm_config_cache: npmCache() },
    },
  );
  if (error) stop(`npm cannot be run (${error.message}); install npm, which comes with Node.`);
  if (status !== 0)
    stop(`npm ci failed (exit code ${status}); see its message above, check the network and try again.`);
}

/**
 * Returns the path of npm's cache. If it is not writable, returns one in this folder; npm would ask for a chown by
 * root.
 */
function npmCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    const contents = join(usual, '_cacache');
    mkdirSync(contents, { recursive: true });
    accessSync(contents, constants.W_OK);
    return usual;
  } catch {
    return join(root, '.cache', 'npm');
  }
}

function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath;
  const { stdout, stderr, error } = spawnSync(packagedNode, ['--version'], { encoding: 'utf8' });
  if (Number.parseInt((stdout ?? '').replace('v', ''), 10) >= NEEDED_NODE) return packagedNode;
  const reason = error ? error.message : (stderr ?? '').trim().split('\n')[0];
  return stop(
    `Node ${NEEDED_NODE} is needed: the packages should have brought it, but ${packagedNode} does not run here ` +
      `(${reason}). Install Node ${NEEDED_NODE} (https://nodejs.org) and try again.`,
  );
}

function run(node, script, scriptArgs) {
  const memory = script.startsWith('serve-') ? readMemory() : { options: [], environment: {} };
  const child = spawn(node, [...memory.options, join(root, 'scripts', `${script}.ts`), ...scriptArgs], {
    cwd: root,
    // If this process is killed without a signal to forward, the channel closes and the child stops.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...memory.environment,
      ...process.env,
      PATH: [dirname(node), binFolder, process.env.PATH ?? ''].join(delimiter),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm cannot forward kill -9. But when npm dies, this process gets a new parent.
  const parent = process.ppid;
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  setInterval(() => isRunByNpm && process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => stop(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Reads the memory settings of servers. V8 accepts most of these options only when Node starts. */
function readMemory() {
  return JSON.parse(readFileSync(join(root, 'ops', 'memory.json'), 'utf8'));
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
