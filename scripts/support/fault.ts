/** A fault that a check found, and where. */
export interface CheckFault {
  /** The file or URL. */
  where: string;
  message: string;
}
