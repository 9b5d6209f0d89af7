/** What a check found wrong, and where. */
export interface CheckFault {
  /** The file or URL. */
  where: string;
  message: string;
}
