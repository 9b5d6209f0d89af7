/**
 * Screenshots that were accepted, and whether others look the same. They are kept as small WebP files, with the versions of
 * Chromium and fonts and the HTML that they show: only under the same ones do they say anything of the style, and the same
 * picture gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { sha256Hex } from '#document/text/digest.ts';

const folder = join(import.meta.dirname, 'accepted');
const listFile = join(folder, 'accepted.json');

interface Accepted {
  chromium: string;
  fonts: string;
  /** The digest of the HTML of each page, by its name. */
  pages: Record<string, string>;
}

/** The fonts in which the browser shows text and code. */
function fontsHere(): string {
  const match = (family: string) =>
    execFileSync('fc-match', ['-f', '%{fullname} %{fontversion}', family], { encoding: 'utf8' });
  try {
    return ['sans-serif', 'monospace'].map(match).join(', ');
  } catch {
    return 'unknown';
  }
}

/** The digest of a page as the style sheet finds it: which style sheet that is does not count. */
export const digestOfPage = (html: string): string =>
  sha256Hex(html.replaceAll(/\/reading\/(style|script|icon)-[0-9a-f]+/g, '/reading/$1'));

export interface Shot {
  /** Of the page. */
  name: string;
  file: string;
  png: Buffer;
  digest: string;
}

export interface Comparison {
  compared: number;
  /** Why the others were not compared. */
  skipped: string[];
  /** Those that look otherwise, with the share of pixels that differ. */
  different: string[];
}

/** Compares screenshots with those that were accepted. */
export async function compareShots(browser: Browser, shots: readonly Shot[]): Promise<Comparison> {
  if (!existsSync(listFile)) return { compared: 0, skipped: ['nothing was accepted yet'], different: [] };
  const { chromium, fonts, pages } = JSON.parse(readFileSync(listFile, 'utf8')) as Accepted;
  if (chromium !== browser.version() || fonts !== fontsHere())
    return { compared: 0, skipped: [`accepted under Chromium ${chromium} with ${fonts}`], different: [] };
  const same = shots.filter(({ name, digest }) => pages[name] === digest);
  const others = new Set(shots.filter(shot => !same.includes(shot)).map(({ name }) => name));
  const studio = await studioIn(browser);
  const different: string[] = [];
  for (const { file, png } of same) {
    const [accepted, found] = [readFileSync(join(folder, file)), await webpOf(studio, png)];
    const share = found.equals(accepted) ? 0 : await differenceOf(studio, accepted, found);
    if (share > 0) different.push(`${file}: ${(share * 100).toFixed(2)} % of the pixels`);
  }
  await studio.close();
  return { compared: same.length, skipped: [...others].map(name => `${name} has other HTML`), different };
}

/** Keeps screenshots as those to compare with. */
export async function acceptShots(browser: Browser, shots: readonly Shot[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const studio = await studioIn(browser);
  for (const { file, png } of shots) writeFileSync(join(folder, file), await webpOf(studio, png));
  await studio.close();
  const pages = Object.fromEntries(shots.map(({ name, digest }) => [name, digest]));
  const list: Accepted = { chromium: browser.version(), fonts: fontsHere(), pages };
  writeFileSync(listFile, `${JSON.stringify(list, null, 2)}\n`);
}

/** Functions for pictures in the browser. A difference is one that an eye could see; pictures of other sizes differ in all. */
const pictures = `
  const draw = async source => {
    const image = await createImageBitmap(await (await fetch(source)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas;
  };
  const pixels = async source => {
    const canvas = await draw(source);
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  };
  self.webp = async source => {
    const blob = await (await draw(source)).convertToBlob({ type: 'image/webp', quality: 0.3 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  };
  self.difference = async (first, second) => {
    const [one, other] = [await pixels(first), await pixels(second)];
    if (one.length !== other.length) return 1;
    let count = 0;
    for (let at = 0; at < one.length; at += 4)
      if ([0, 1, 2].some(part => Math.abs(one[at + part] - other[at + part]) > 8)) count += 1;
    return (count * 4) / one.length;
  };`;

/** A page that can do that. */
async function studioIn(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.addScriptTag({ content: pictures });
  return page;
}

/** A picture as WebP, as small as text in it can still be read. */
async function webpOf(studio: Page, png: Buffer): Promise<Buffer> {
  const text = await studio.evaluate<string>(`webp(${dataOf('image/png', png)})`);
  return Buffer.from(text, 'base64');
}

/** The share of pixels that differ. */
const differenceOf = (studio: Page, accepted: Buffer, found: Buffer): Promise<number> =>
  studio.evaluate<number>(`difference(${dataOf('image/webp', accepted)}, ${dataOf('image/webp', found)})`);

const dataOf = (type: string, bytes: Buffer): string =>
  JSON.stringify(`data:${type};base64,${bytes.toString('base64')}`);
