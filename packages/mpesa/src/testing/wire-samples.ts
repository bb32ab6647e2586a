import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../wire-samples');

/**
 * Reads one of Safaricom's own samples. The README in the samples' folder names their sources.
 * @param name file name without its extension
 */
export function wireSample(name: string): unknown {
  return JSON.parse(wireSampleText(`${name}.json`));
}

/** @param file file name with its extension */
export function wireSampleText(file: string): string {
  return readFileSync(resolve(FOLDER, file), 'utf8');
}

export type Parameter = { Key: string; Value?: string | number };
export type SampleResult = {
  Result: {
    ResultParameters?: { ResultParameter: Parameter | Parameter[] };
    ReferenceData?: { ReferenceItem: Parameter | Parameter[] };
  };
};

/** Returns the parameters of a result in their original order. */
export function parametersOf(body: unknown): Parameter[] {
  const { ResultParameters } = (body as SampleResult).Result;
  return [ResultParameters?.ResultParameter ?? []].flat();
}
