import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { WorkbookFault } from './workbook-fault.ts';

/** A step through an XML file. Names have no namespace prefix. */
export type XmlStep =
  | { open: string; attributes: Partial<Record<string, string>> }
  | { text: string }
  | { close: string };

/** More than the rows and cells of 120,000 lines. */
const MOST_ELEMENTS = 5_000_000;
const MOST_DEPTH = 64;
/** No tag and no text of a workbook is so long. The parser keeps an unfinished one in memory. */
const LONGEST_TOKEN = 1024 * 1024;

/**
 * Reads an XML file in steps, and keeps none of them. Refuses document types, so that no entity can be declared.
 * @throws WorkbookFault
 */
export async function* readXml(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<XmlStep[]> {
  let steps: XmlStep[] = [];
  let [elements, depth, unfinished] = [0, 0, 0];
  let decoder: TextDecoder | undefined;
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const add = (step: XmlStep) => {
    unfinished = 0;
    steps.push(step);
  };
  parser.on('error', (error) => {
    throw new WorkbookFault('damaged', { cause: error });
  });
  parser.on('doctype', () => {
    throw new WorkbookFault('damaged');
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    depth += 1;
    if (elements > MOST_ELEMENTS) throw new WorkbookFault('too_large');
    if (depth > MOST_DEPTH) throw new WorkbookFault('too_large');
    const local = Object.entries<string>(attributes).map(([of, value]): [string, string] => [
      localName(of),
      value,
    ]);
    add({ open: localName(name), attributes: Object.fromEntries(local) });
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    add({ close: localName(name) });
  });
  parser.on('text', (text) => add({ text }));
  parser.on('cdata', (text) => add({ text }));

  function take(text: string): XmlStep[] {
    unfinished += text.length;
    if (unfinished > LONGEST_TOKEN) throw new WorkbookFault('too_large');
    parser.write(text);
    const taken = steps;
    steps = [];
    return taken;
  }

  for await (const piece of pieces) {
    decoder ??= decoderFor(piece);
    yield take(decode(decoder, piece));
  }
  yield take(decode(decoder ?? new TextDecoder()));
  parser.close();
  yield steps;
}

function decoderFor([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder('utf-8', { fatal: true });
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch (error) {
    throw new WorkbookFault('damaged', { cause: error });
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
