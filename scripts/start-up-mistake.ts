/** A mistake that the operator can fix. The operator sees only its message, which is one sentence. */
export class StartUpMistake extends Error {
  override readonly name = 'StartUpMistake';
}
