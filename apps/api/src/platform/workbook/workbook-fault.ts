/** Why a file is not a workbook that we can read. */
type Reason = 'damaged' | 'no_workbook' | 'old_format' | 'password' | 'too_large';

export class WorkbookFault extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(`unreadable workbook: ${reason}`, options);
    this.reason = reason;
  }
}
