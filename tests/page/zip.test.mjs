// Zips of towers: made of a folder, and cut down to the texts of the project.

import assert from 'node:assert/strict';
import test from 'node:test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { isZip } from '../../src/serve/page/parts/found.js';
import { entriesOf, entryOf, isWanted, zipOf } from '../../src/serve/page/parts/zip.js';

const text = (name) => new TextEncoder().encode(`var ${name.replace(/\W/g, '')} = 1; // 魔塔 `.repeat(300));
const NAMES = ['塔/project/data.js', '塔/project/floors/MT1.js', '塔/project/images/a.png', '塔/libs/maps.js', '塔/project/maps.js'];

async function whole() {
  return zipOf(await Promise.all(NAMES.map((name) => entryOf(name, text(name)))));
}

test('a zip of ours is one for others, too', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'zip')), 'tower.zip');
  const bytes = await whole();
  assert.ok(isZip(bytes));
  writeFileSync(file, bytes);
  assert.match(String(execFileSync('python3', ['-m', 'zipfile', '-t', file])), /Done testing/);
  const listed = String(execFileSync('python3', ['-c', 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))', file], { env: { ...process.env, PYTHONIOENCODING: 'utf-8' } }));
  assert.deepEqual(listed.trim().split('\n'), NAMES);
});

test('what the project has no use for is left out, the rest is as it was', async () => {
  const entries = entriesOf(await whole(), isWanted);
  assert.deepEqual(entries.map(({ name }) => name), [NAMES[0], NAMES[1], NAMES[4]]);
  for (const { name, packed, size } of entries) {
    const bytes = new Uint8Array(inflateRawSync(packed));
    assert.deepEqual(bytes, text(name));
    assert.equal(bytes.length, size);
  }
  assert.deepEqual(entriesOf(zipOf(entries), isWanted).map(({ name }) => name), entries.map(({ name }) => name));
});

test('what is no zip, or a cut one, has no files', async () => {
  const bytes = await whole();
  for (const cut of [bytes.slice(0, 0), bytes.slice(0, 21), bytes.slice(0, bytes.length - 5), new Uint8Array(500)]) assert.deepEqual(entriesOf(cut, isWanted), []);
  assert.equal(isWanted('a/floors/b/c.js'), false);
});
