import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { WorkbookFault } from './workbook-fault.ts';

const MOST_PARTS = 2_000;
/** 120,000 lines of a statement take 60 to 110 MB of XML. Deflate makes a thousand bytes from one, so 12 MB could be 12 GB. */
const MOST_BYTES = 150 * 1024 * 1024;
/** Small enough that parsing a piece delays no other caller. */
const PIECE_BYTES = 16_384;

/** The files inside a workbook. */
export type Parts = {
  has: (path: string) => boolean;
  /** @throws WorkbookFault also while it yields */
  piecesOf: (path: string) => AsyncGenerator<Uint8Array>;
};

/**
 * Opens the ZIP file that a workbook is. Unpacks one part at a time, in pieces, and counts the bytes of all parts while
 * it unpacks: what the file says about its sizes proves nothing.
 * @throws WorkbookFault
 */
export async function openParts(content: Uint8Array): Promise<Parts> {
  const { zip, entries } = await readDirectory(content);
  let unpacked = 0;

  async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(path);
    if (!entry) throw new WorkbookFault('damaged');
    if (entry.isEncrypted()) throw new WorkbookFault('password');
    let sum = 0;
    try {
      const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream) {
        sum = crc32(chunk, sum);
        unpacked += chunk.length;
        if (unpacked > MOST_BYTES) throw new WorkbookFault('too_large');
        for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
          yield chunk.subarray(from, from + PIECE_BYTES);
          await nextTurn();
        }
      }
    } catch (error) {
      throw error instanceof WorkbookFault ? error : new WorkbookFault('damaged', { cause: error });
    }
    if (sum !== entry.crc32) throw new WorkbookFault('damaged');
  }

  return { has: (path) => entries.has(path), piecesOf };
}

async function readDirectory(content: Uint8Array): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  try {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= MOST_PARTS) throw new WorkbookFault('too_large');
      // Programs that read a file twice may disagree about which of two parts with one name is the true one.
      if (entries.has(entry.fileName)) throw new WorkbookFault('damaged');
      entries.set(entry.fileName, entry);
    }
    return { zip, entries };
  } catch (error) {
    throw error instanceof WorkbookFault ? error : new WorkbookFault('damaged', { cause: error });
  }
}
