// The art: both sets of pieces and all boards, told apart at 26 px without colour.

import assert from 'node:assert/strict';
import { alert, choose, open, until } from './server.mjs';

/** The grey values of symbols of the page, drawn as small as on a phone. */
const greys = (page, names) => page.evaluate(async (list) => {
  const size = 26;
  const drawn = async (name) => {
    const symbol = document.getElementById(name);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${new XMLSerializer().serializeToString(symbol)}<rect width="100%" height="100%" fill="#eadcc0"/><use href="#${name}" width="${size}" height="${size}"/></svg>`;
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, size, size);
    return Array.from({ length: size * size }, (_, dot) => 0.2126 * data[4 * dot] + 0.7152 * data[4 * dot + 1] + 0.0722 * data[4 * dot + 2]);
  };
  return Promise.all(list.map(drawn));
}, names);

/** The mean difference of the two pictures that are most alike. */
function least(pictures, names) {
  let found = { mean: Infinity, pair: '' };
  pictures.forEach((one, index) => pictures.slice(index + 1).forEach((other, more) => {
    const mean = one.reduce((sum, grey, dot) => sum + Math.abs(grey - other[dot]), 0) / one.length;
    if (mean < found.mean) found = { mean, pair: `${names[index]} ${names[index + 1 + more]}` };
  }));
  return found;
}

export const art = {
  async 'art-grey every piece, stone, person, thing and monster is told apart by its shape alone'({ page, url }) {
    await open(page, url);
    await choose(page, 'Pieces', 'pictures');
    await until(() => page.evaluate(() => document.querySelector('.pieces use')?.getAttribute('href')?.startsWith('#y-')), 'the set with pictures');
    const sets = { characters: [...'KABNRCPkabnrcp'].map((letter) => `x-${letter}`), pictures: [...'KABNRCPkabnrcp'].map((letter) => `y-${letter}`),
      stones: ['c-X', 'c-O'], people: ['r-priest', 'r-devil'], monsters: ['t-51', 't-52', 't-53', 't-54', 't-55', 't-99', 't-hero'], things: ['t-21', 't-22', 't-23', 't-31', 't-32', 't-33', 't-24', 't-25', 't-26', 't-27', 't-28'] };
    const told = [];
    for (const [set, names] of Object.entries(sets)) {
      const { mean, pair } = least(await greys(page, names), names);
      told.push(`${set} ${mean.toFixed(1)} (${pair})`);
      assert.ok(mean > 3, `${set}: ${pair} differ by ${mean.toFixed(2)} of 255`);
    }
    console.log(`   least difference in grey, of 255: ${told.join(', ')}`);
  },
  async 'art-boards the set and the board that one chooses stay, and the edges are readable on each'({ page, url }) {
    await open(page, url);
    const seen = () => page.evaluate(() => {
      const colour = (selector, what) => getComputedStyle(document.querySelector(selector))[what].match(/\d+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
      const [wood, text] = [light(colour('.wood', 'fill')), light(colour('.coordinates text', 'fill'))];
      return { set: document.querySelector('.pieces use').getAttribute('href')[1], wood: colour('.wood', 'fill').join(), contrast: (Math.max(wood, text) + 0.05) / (Math.min(wood, text) + 0.05) };
    });
    const woods = new Set();
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      for (const board of ['wood', 'paper', 'slate']) {
        await choose(page, 'Board', board);
        await page.waitForTimeout(100);
        const { wood, contrast } = await seen();
        woods.add(wood);
        assert.ok(contrast >= 4.5, `${board}, ${theme}: ${contrast.toFixed(1)}`);
      }
    }
    assert.equal(woods.size, 6, 'three boards, light and dark');
    await choose(page, 'Pieces', 'pictures');
    await page.reload();
    await until(async () => (await seen().catch(() => ({}))).set === 'y', 'the set stays');
    assert.equal((await seen()).wood, [...woods].at(-1), 'and the board');
  },
  async 'art-river a forbidden load is tried: the boat sets out with it and comes back, and the sentence says why'({ page, url }) {
    await open(page, `${url}#river`);
    await page.getByRole('button', { name: /^P2 forbidden/ }).click();
    await until(() => page.evaluate(() => document.getAnimations().some(({ effect }) => effect.target.querySelector('[href="#r-boat"]'))), 'the boat is on its way');
    assert.match(await page.locator('.crew').textContent(), /2 of 2 aboard/);
    await until(async () => /0 of 2 aboard/.test(await page.locator('.crew').textContent()), 'it is back');
    assert.match(await alert(page), /1 priest and 3 devils/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: /^P2 forbidden/ }).click();
    await until(async () => /0 of 2 aboard/.test(await page.locator('.crew').textContent()), 'no motion');
    assert.deepEqual(await page.evaluate(() => document.getAnimations().length), 0);
  },
};
