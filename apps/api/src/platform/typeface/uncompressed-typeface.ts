import { inflateSync } from 'node:zlib';

const HEADER = { woff: 44, sfnt: 12 };
const ENTRY = { woff: 20, sfnt: 16 };

/**
 * Decompresses a typeface once, so that not every document must inflate it again.
 * @param woff WOFF 1.0 (https://www.w3.org/TR/WOFF/)
 * @returns an OpenType file
 */
export function uncompressed(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => tableAt(woff, HEADER.woff + n * ENTRY.woff));
  const header = Buffer.alloc(HEADER.sfnt);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  // Header fields for programs that search the tables by bisection.
  const log = Math.floor(Math.log2(count));
  const range = ENTRY.sfnt * 2 ** log;
  header.writeUInt16BE(range, 6);
  header.writeUInt16BE(log, 8);
  header.writeUInt16BE(count * ENTRY.sfnt - range, 10);
  const entries: Buffer[] = [];
  const contents: Buffer[] = [];
  let offset = HEADER.sfnt + count * ENTRY.sfnt;
  for (const { tag, checksum, content } of tables) {
    const entry = Buffer.alloc(ENTRY.sfnt);
    tag.copy(entry, 0);
    entry.writeUInt32BE(checksum, 4);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(content.length, 12);
    entries.push(entry);
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    contents.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...entries, ...contents]);
}

function tableAt(woff: Buffer, at: number): { tag: Buffer; checksum: number; content: Buffer } {
  const [offset, length, wholeLength, checksum] = [4, 8, 12, 16].map((part) => woff.readUInt32BE(at + part));
  const stored = woff.subarray(offset, (offset ?? 0) + (length ?? 0));
  // WOFF leaves a table uncompressed if compression would not make it shorter.
  const content = length === wholeLength ? stored : inflateSync(stored);
  return { tag: woff.subarray(at, at + 4), checksum: checksum ?? 0, content };
}
