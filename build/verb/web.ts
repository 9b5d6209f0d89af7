/** One page of the open web, for a model that names its address: never one of this machine or of its network. */
import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Refused } from './folder.ts';

/** Bytes of a page that are read; the rest is left. */
const mostPage = 2 * 1024 * 1024;
const mostRedirects = 5;
const pageSeconds = 30;

/** Networks that are not the open web: RFC 6890 and its registry, and IPv6 addresses that hold one of IPv4. */
const closed = new BlockList();
const closedNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '::1/128', '::ffff:0:0/96', '64:ff9b::/32', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];
for (const network of closedNetworks) {
  const [address = '', bits] = network.split('/');
  closed.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

/** Whether an address belongs to the open web. */
const isOpen = (address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && !closed.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

/** Finds the address of a name, and refuses it before anything is sent: what is checked is what is called. */
const guarded: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 4);
    const fine = found.filter(({ address }) => isOpen(address));
    if (fine.length === 0) return done(new Refused(`${name} is not on the open web.`), '', 4);
    if (options.all) return (done as unknown as (error: null, all: typeof fine) => void)(null, fine);
    return done(null, fine[0]!.address, fine[0]!.family);
  });

/** A page as it was sent. */
interface Page {
  url: string;
  status: number;
  text: string;
}

/**
 * Reads a page, following at most five redirects.
 * @param sites hosts that a person allowed, although they are not on the open web
 * @throws Refused for an address that is not of the open web, and for what is no text
 */
export async function readPage(address: string, sites: readonly string[] = []): Promise<Page> {
  let url = urlOf(address, sites);
  for (let turn = 0; turn <= mostRedirects; turn += 1) {
    const { status, location, text } = await answerOfPage(url, sites.includes(url.hostname));
    if (status < 300 || status >= 400 || location === undefined) return { url: url.href, status, text };
    url = urlOf(URL.canParse(location, url.href) ? new URL(location, url).href : location, sites);
  }
  throw new Refused(`${address} redirects more than ${mostRedirects} times.`);
}

function urlOf(address: string, sites: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username || url.password || address.length > 4000)
    throw new Refused(`${address.slice(0, 200)} is no address of a web page.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isOpen(host) && !sites.includes(url.hostname))
    throw new Refused(`${host} is not on the open web.`);
  return url;
}

const answerOfPage = (url: URL, isAllowed: boolean) =>
  new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const headers = {
      accept: 'text/*, application/json, application/xhtml+xml',
      'accept-encoding': 'identity',
    };
    const signal = AbortSignal.timeout(pageSeconds * 1000);
    const options: RequestOptions = { headers, signal, ...(!isAllowed && { lookup: guarded }) };
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const sent = send(url, options, response => {
      const { statusCode: status = 0, headers } = response;
      const type = headers['content-type'] ?? 'text/plain';
      if (
        status < 300 &&
        !/^(?:text\/|application\/(?:json|xml|xhtml\+xml|[\w.-]+\+(?:json|xml))\b)/i.test(type)
      ) {
        response.destroy();
        return reject(new Refused(`${url.href} is ${type.slice(0, 100)}, and no text.`));
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size >= mostPage) response.destroy();
      });
      response.on('error', reject);
      response.on('close', () => {
        const text = Buffer.concat(chunks).subarray(0, mostPage).toString('utf8');
        resolve({ status, location: headers.location, text });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
