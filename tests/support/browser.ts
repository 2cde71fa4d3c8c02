import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const home = join(root, 'node_modules/.cache/chromium-147');

/**
 * Unpacks the headless Chromium that comes with the npm packages, once; several runs may start together.
 * It brings its own NSS libraries and fonts for machines without them. Linux x64 only: elsewhere CHROMIUM_PATH names a browser.
 */
const unpack = async (): Promise<string> => {
  if (existsSync(join(home, 'chromium'))) return home;
  const draft = `${home}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  // In a process of its own: the package decides by the real environment where to unpack, and whether its libraries too.
  execFileSync(process.execPath, ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"], {
    cwd: root,
    env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
  await rename(draft, home).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(draft, { recursive: true, force: true });
  });
  return home;
};

/**
 * Where its fonts lie: the package's own settings look in folders of another machine, and a browser without any font ends as soon as a
 * page has words before its own font is there. Answers the path of the settings.
 */
const fontSettings = async (folder: string): Promise<string> => {
  const file = join(folder, 'fonts.conf');
  // the packages may be linked from elsewhere, by a path that will not stay
  const real = await realpath(folder);
  const [fonts, cache] = [join(real, 'fonts/fonts'), join(real, 'fonts-cache')];
  const settings = `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) === settings) return file;
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, settings);
  await rename(draft, file);
  return file;
};

/** Whether browser tests can run here; where not, why. */
export const browserMissing = (): string | undefined =>
  process.env['CHROMIUM_PATH'] || (process.platform === 'linux' && process.arch === 'x64')
    ? undefined
    : 'no Chromium for this platform comes with the packages: name one by CHROMIUM_PATH';

/** How to start the Chromium that CHROMIUM_PATH names, or the one from the packages. */
const launching = async (): Promise<LaunchOptions> => {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { executablePath: named };
  const folder = await unpack();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: await fontSettings(folder),
    },
  };
};

/** A headless Chromium of its own. `args` are switches besides the usual ones. */
export const launchBrowser = async (args: string[] = []): Promise<Browser> => chromium.launch({ ...(await launching()), args });

/** A headless Chromium that several processes share. */
export const browserServer = async (): Promise<BrowserServer> => chromium.launchServer(await launching());

/** The browser that the run of tests shares; without one, such as in a tool of its own, a browser is launched. Closing it leaves the shared one. */
export const sharedBrowser = async (): Promise<Browser> => {
  const shared = process.env['TEST_BROWSER'];
  return shared ? chromium.connect(shared) : launchBrowser();
};
