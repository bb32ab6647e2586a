// Runs before anything is installed, on any recent Node, so it is plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWaitingPage } from './start/waiting-page.mjs';

const NEEDED_NODE = 24;
/** Commands that need no tools to test, check, build and back up the product. */
const NEEDS_NO_TOOLS = /^(?:start|demo|db-url|admin-create|keys-.*|pay-bill-address|start-again|doctor)$/u;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binFolder = join(root, 'node_modules', '.bin');
const ADDING = join(root, 'node_modules', '.zawadi-is-adding');
const packagedNodeFolder = `node_modules/node-${process.platform}-${process.arch}`;
// Use the path of the packaged Node: several packages offer the command `node`, and npm 10 links none.
const packagedNode = join(root, packagedNodeFolder, 'bin', 'node');

checkMachine();
const [command = '', ...args] = process.argv.slice(2);
if (!commands().includes(command)) stop(`Unknown command "${command}". There are: ${commands().join(', ')}.`);
const needs = {
  tools: !NEEDS_NO_TOOLS.test(command),
  // A release contains the packaged Node.
  node: command === 'release' || Number.parseInt(process.versions.node, 10) < NEEDED_NODE,
};
const present = readLock(join('node_modules', '.package-lock.json'));
const wanted =
  readLock('package-lock.json') ?? stop('package-lock.json is missing or damaged; restore it with git.');
if (needs.node && !(packagedNodeFolder in wanted)) {
  stop(`Zawadi needs Node ${NEEDED_NODE} on this machine; install it (https://nodejs.org).`);
}
const page = command === 'start' ? await openPage() : undefined;
if (!isInstalled()) await install();
run(findNode(), command, args);

/** Returns the commands of package.json: the last word of each script line, which is the name of a file in scripts/. */
function commands() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(scripts).map((line) => line.split(' ').at(-1));
}

function checkMachine() {
  const machine = `${process.platform}-${process.arch}`;
  if (!/^(?:linux|darwin)-(?:x64|arm64)$/u.test(machine)) {
    stop(
      `Zawadi runs on Linux and macOS, x64 or arm64; this machine is ${machine}. ` +
        'On Windows use WSL; elsewhere use the dev container of this folder or a Linux VM.',
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
 * Returns whether everything that the command needs is installed. npm writes the hidden lockfile last, so it differs
 * from package-lock.json after an interrupted or outdated installation.
 */
function isInstalled() {
  if (!present || existsSync(ADDING)) return false;
  if (needs.node && !existsSync(packagedNode)) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || !isNeeded(entry)) return true;
    const found = present[path];
    return found ? isSame(found, entry) : entry.optional === true;
  });
}

/** Tools for tests and checks are the development dependencies; the packaged Node is the only peer dependency. */
function isNeeded(listed) {
  const entry = listed.link ? wanted[listed.resolved] : listed;
  return (needs.tools || entry.dev !== true) && (needs.node || entry.peer !== true);
}

function isSame(found, entry) {
  return found.version === entry.version && found.link === entry.link;
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Shows what is being prepared at the port of `npm start`, until the product listens there. */
async function openPage() {
  const { PORT = '4000', HOST = '127.0.0.1' } = process.env;
  return openWaitingPage({ port: Number(PORT), host: HOST });
}

async function install() {
  const canAdd = canBeAddedTo();
  const what = needs.tools ? 'the packages with the tools for tests and checks' : 'the packages';
  console.log(
    `Installing ${canAdd ? 'the missing part of ' : ''}${what} with npm (needed once, under a minute) …`,
  );
  page?.show({ step: 'Installing the packages' });
  if (canAdd) writeFileSync(ADDING, '');
  await runNpm(canAdd ? ['install', '--no-save'] : ['ci']);
  rmSync(ADDING, { force: true });
}

/**
 * Returns whether npm only has to add packages. `npm ci` would first delete those that a running system uses.
 */
function canBeAddedTo() {
  if (!present || existsSync(ADDING)) return false;
  return Object.entries(present).every(([path, found]) => wanted[path] && isSame(found, wanted[path]));
}

async function runNpm(words) {
  // Keep what is installed: a developer's editor needs the tools after `npm start` too.
  const installed = Object.entries(present ?? {}).filter(([path]) => path.startsWith('node_modules/'));
  const has = (kind) => installed.some(([, entry]) => entry[kind] === true);
  const choice = Object.entries({
    optional: true,
    dev: needs.tools || has('dev'),
    peer: needs.node || has('peer'),
  });
  const options = choice.map(([kind, isWanted]) => `--${isWanted ? 'include' : 'omit'}=${kind}`);
  // Keep the packaged Node off the PATH, because npm may be about to replace it.
  const ours = [binFolder, dirname(packagedNode)];
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !ours.includes(folder));
  const child = spawn('npm', [...words, ...options, '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path.join(delimiter), npm_config_cache: npmCache() },
  });
  const leave = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      stop(`npm cannot be run (${error.message}); install npm, which comes with Node.`);
    });
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  for (const signal of SIGNALS) process.off(signal, leave);
  if (status !== 0)
    stop(
      `npm ${words[0]} failed (${status}); see its message above, check network and free disk space, and try again.`,
    );
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
      ...(page && { PORT_IS_HELD: '1' }),
      PATH: [dirname(node), binFolder, process.env.PATH ?? ''].join(delimiter),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
    },
  });
  if (page) showProgressOf(child);
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  // npm cannot forward kill -9. But when npm dies, this process gets a new parent.
  const parent = process.ppid;
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  setInterval(() => isRunByNpm && process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => stop(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Shows the child's progress, and frees the port when the child asks for it. */
function showProgressOf(child) {
  child.on('message', async (message) => {
    if (message.step !== undefined) page.show(message);
    if (message.needsPort !== true) return;
    await page.close();
    // A dead child needs no answer.
    child.send({ portIsFree: true }, () => undefined);
  });
}

/** Reads the memory settings of servers. V8 accepts most of these options only when Node starts. */
function readMemory() {
  return JSON.parse(readFileSync(join(root, 'ops', 'memory.json'), 'utf8'));
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
