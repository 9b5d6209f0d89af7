/** Decides which addresses a command may ask, and which of them may get a token. */

/** Matches the names of this machine, as `URL` writes them. */
const thisMachine = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Tells whether an address leads to this machine, so that a request crosses no network. */
export const isThisMachine = (url: string): boolean =>
  URL.canParse(url) && thisMachine.test(new URL(url).hostname);

/** Tells whether a text is the address of a service: `http` or `https`, a host, and nothing after it but one slash. */
export const isServiceAddress = (text: string): boolean =>
  /^https?:\/\/[^/\s@?#\\]+\/?$/i.test(text) && URL.canParse(text);

/** Tells whether others could read a request to an address on its way, so that the request must carry no token. */
export const isOpenToOthers = (url: string): boolean =>
  new URL(url).protocol !== 'https:' && !isThisMachine(url);
