import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  installScriptProblems,
  integrityProblems,
  licenceProblems,
  packagesOf,
  pinProblems,
  type Lock,
  type Manifest,
  type Package,
} from './supply.ts';

/** Prints the product's packages and their sources. Exits with 1 if a person has to act. */
const FOLDER = '.cache/supply';
const DAY_MS = 24 * 3600 * 1000;
// A hijacked package is usually discovered within days.
const FRESH_DAYS = 7;
const OLD_DAYS = 3 * 365;
const AT_ONCE = 8;

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const manifests = ['package.json', ...globSync('{apps/*,packages/*,tools/node}/package.json')].map(
  (path) => JSON.parse(readFileSync(path, 'utf8')) as Manifest,
);
const packages = packagesOf(lock);
const shipped = packages.filter(({ isShipped }) => isShipped);
mkdirSync(FOLDER, { recursive: true });

console.log(
  `${packages.length} packages in the lockfile, ${shipped.length} of them shipped with the product.\n`,
);
const problems = [
  report('licences', licenceProblems(packages)),
  report('install scripts', installScriptProblems(packages)),
  report('hashes', integrityProblems(packages)),
  report('exact versions', pinProblems(manifests)),
].flat();
countLicences();
await writeBillOfMaterials();
await reportAges();
problems.push(...(await reportAdvisories()));
console.log(problems.length === 0 ? '\nNothing to do.' : `\n${problems.length} problems to look at.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function report(what: string, found: string[]): string[] {
  console.log(`${found.length === 0 ? '✓' : '✗'} ${what}`);
  for (const problem of found) console.log(`    ${problem}`);
  return found;
}

function countLicences(): void {
  const counts = new Map<string, number>();
  for (const { entry } of shipped) {
    const licence = entry.license ?? 'none named';
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} ${count}`);
  console.log(`  shipped under: ${rows.join(', ')}`);
}

async function writeBillOfMaterials(): Promise<void> {
  const options = ['--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { output, isDone } = await npm('sbom', ...options);
  if (!isDone) throw new Error(`npm sbom failed: ${output}`);
  const path = join(FOLDER, 'sbom.cdx.json');
  writeFileSync(path, output);
  const { components } = JSON.parse(output) as { components: unknown[] };
  console.log(`✓ bill of materials (CycloneDX, ${components.length} components): ${path}`);
}

type Age = Package & { publishedAt: Date; newest: string };

/** Release dates come from the registry, so this report needs a network. */
async function reportAges(): Promise<void> {
  const registry = (await npm('config', 'get', 'registry')).output.trim();
  const ages: Age[] = [];
  const waiting = [...shipped];
  const readAges = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const age = await readAge(registry, next);
      if (age) ages.push(age);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readAges));
  if (ages.length === 0) return console.log('– ages: unknown, the registry gave no dates');
  const ageDays = ({ publishedAt }: Age) => Math.floor((Date.now() - publishedAt.getTime()) / DAY_MS);
  const fresh = ages.filter((age) => ageDays(age) < FRESH_DAYS);
  const old = ages.filter((age) => ageDays(age) > OLD_DAYS);
  const direct = new Set(manifests.flatMap(({ dependencies }) => Object.keys(dependencies ?? {})));
  const behind = ages.filter(
    (age) => age.isTopLevel && direct.has(age.name) && isNewer(age.newest, age.version),
  );
  console.log(`✓ ages of ${ages.length} of ${shipped.length} shipped packages`);
  list(`  younger than ${FRESH_DAYS} days (wait before shipping)`, fresh, (age) => `${ageDays(age)} days`);
  list('  older than three years (finished, or left behind)', old, (age) => `${ageDays(age)} days`);
  list('  with a newer release', behind, (age) => `newest ${age.newest}`);
}

function list(title: string, ages: Age[], tell: (age: Age) => string): void {
  const rows = ages.map((age) => `    ${age.name} ${age.version}, ${tell(age)}`).sort();
  console.log([`${title}: ${ages.length}`, ...rows].join('\n'));
}

async function readAge(registry: string, one: Package): Promise<Age | undefined> {
  try {
    const answer = await fetch(new URL(one.name.replace('/', '%2f'), registry), {
      signal: AbortSignal.timeout(10_000),
    });
    const { time, versions } = (await answer.json()) as {
      time: Record<string, string>;
      versions: Record<string, unknown>;
    };
    const published = time[one.version];
    if (published === undefined) return undefined;
    const newest = Object.keys(versions)
      .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
      .reduce((best, version) => (isNewer(version, best) ? version : best), one.version);
    return { ...one, publishedAt: new Date(published), newest };
  } catch {
    return undefined;
  }
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}

/**
 * Registries other than npm's own often have no advisories. The report then says that it has no advisories, because an
 * empty list would look like safety.
 */
async function reportAdvisories(): Promise<string[]> {
  const { output } = await npm('audit', '--omit=dev', '--json');
  try {
    const { vulnerabilities } = JSON.parse(output) as {
      vulnerabilities: Record<string, { severity: string; range: string }>;
    };
    const found = Object.entries(vulnerabilities).map(
      ([name, one]) => `${name} ${one.range}: ${one.severity}`,
    );
    return report('known vulnerabilities', found);
  } catch {
    console.log('– known vulnerabilities: NOT checked, the registry has no advisories');
    return [];
  }
}

function npm(...args: string[]): Promise<{ output: string; isDone: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => reject(new Error(`npm cannot be started: ${error.message}`)));
    child.on('close', (code) =>
      resolve({ output: Buffer.concat(chunks).toString('utf8'), isDone: code === 0 }),
    );
  });
}
