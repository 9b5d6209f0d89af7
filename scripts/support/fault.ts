/** What a check found wrong, and where. */
export interface Fault {
  /** The file or URL. */
  where: string;
  message: string;
}
