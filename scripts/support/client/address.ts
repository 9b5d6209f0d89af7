/** Which addresses a command asks, and which of them may get a token. */

/** The names of this machine, as `URL` writes them. */
const thisMachine = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Whether an address leads to this machine: what is sent there crosses no network. */
export const isThisMachine = (url: string): boolean =>
  URL.canParse(url) && thisMachine.test(new URL(url).hostname);

/** Whether a text is the address of a service: `http` or `https`, a host, and nothing after it but one slash. */
export const isServiceAddress = (text: string): boolean =>
  /^https?:\/\/[^/\s@?#\\]+\/?$/i.test(text) && URL.canParse(text);

/** Whether what is sent to an address can be read on the way: then it gets no token. */
export const isOpenToOthers = (url: string): boolean =>
  new URL(url).protocol !== 'https:' && !isThisMachine(url);
