/** Something the person at the keyboard can put right. Its message is the one sentence they are shown. */
export class StartUpMistake extends Error {
  override readonly name = 'StartUpMistake';
}
