/** A mistake that the operator can fix. Its message is the one sentence that the operator sees. */
export class StartUpMistake extends Error {
  override readonly name = 'StartUpMistake';
}
