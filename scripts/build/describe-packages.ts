import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';
import type { Lock, LockedPackage } from './lock.ts';

/** Name of the artefact's bill of materials (SBOM). */
export const SBOM_FILE = 'sbom.cdx.json';

/**
 * Describes the packages of the artefact as a CycloneDX document. The same packages give the same text: it has no time
 * and no serial number.
 * @param of.folders folders of the packages in the lockfile
 */
export function describePackages(of: {
  version: string;
  license: string;
  lock: Lock;
  folders: string[];
}): string {
  const { version, license, lock, folders } = of;
  const product = new Models.Component(Enums.ComponentType.Application, 'zawadi', {
    version,
    bomRef: 'zawadi',
  });
  product.licenses.add(licenseOf(license));
  // One version of a package may be in several folders.
  const components = new Map(
    folders.map((folder) => {
      const component = componentOf(folder, lock[folder] ?? {});
      return [component.bomRef.value, component];
    }),
  );
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: product }),
    components: new Models.ComponentRepository(components.values()),
  });
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 });
  return `${text}\n`;
}

function componentOf(folder: string, { version = '', license, integrity }: LockedPackage): Models.Component {
  const fullName = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [name = '', group] = fullName.split('/').toReversed();
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    version,
    bomRef: `${fullName}@${version}`,
    purl: `pkg:npm/${fullName.replace('@', '%40')}@${version}`,
  });
  if (group !== undefined) component.group = group;
  if (license !== undefined) component.licenses.add(licenseOf(license));
  const [, sha512] = /^sha512-(.+)$/u.exec(integrity ?? '') ?? [];
  if (sha512 !== undefined)
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'));
  return component;
}

function licenseOf(text: string): Models.License {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return / (?:AND|OR) /u.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}
