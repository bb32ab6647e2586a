import type { Deps } from '../../../config/deps.ts';

/**
 * Watches over a document that is still being written while its answer is on the way: when that fails, the answer is
 * broken off, so that a partial document is not taken for a complete one.
 */
export function abortOnFailure(
  { log }: Pick<Deps, 'log'>,
  doc: PDFKit.PDFDocument,
  writing: Promise<void>,
): void {
  writing.catch((error: unknown) => {
    log.error({ err: error }, 'a document could not be written');
    // A document is a stream, which its types do not say.
    (doc as unknown as { destroy: () => void }).destroy();
  });
}
