import { crc32, deflateRawSync } from 'node:zlib';

type Lies = {
  /** Size that the directory states instead of the true one. */
  statedBytes?: number;
  /** Puts the sizes into the fields of ZIP64, as programs do for files above 4 GB. */
  isZip64?: boolean;
  isEncrypted?: boolean;
};

/** Makes a ZIP file of these parts; a name may occur twice. */
export function zipFile(
  parts: readonly (readonly [path: string, content: string | Uint8Array])[],
  { statedBytes, isZip64 = false, isEncrypted = false }: Lies = {},
): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of parts) {
    const raw = Buffer.from(content as string);
    const packed = deflateRawSync(raw, { level: 9 });
    const name = Buffer.from(path);
    const size = statedBytes ?? raw.length;
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc32(raw), 10);
    header.writeUInt32LE(isZip64 ? 0xffffffff : packed.length, 14);
    header.writeUInt32LE(isZip64 ? 0xffffffff : size, 18);
    header.writeUInt16LE(name.length, 22);
    const large = isZip64 ? zip64Field(size, packed.length) : Buffer.alloc(0);
    header.writeUInt16LE(large.length, 24);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, name, large, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), header, rest, name, large]));
    bodies.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...bodies, listed, Buffer.from('PK\u0005\u0006'), end]));
}

function zip64Field(size: number, packed: number): Buffer {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(packed), 12);
  return field;
}
