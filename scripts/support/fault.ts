/** A fault that a check found, with its place. */
export interface CheckFault {
  /** The file or URL in which the fault is. */
  where: string;
  message: string;
}
